// SPDX-License-Identifier: MIT
#include "ows/message_page.hpp"

#include "ows/xml_writer.hpp"

namespace ms::ows {

http::Response message_page(int status, std::string_view message)
{
    auto const body = "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">"
                      "<title>MapServer Message</title></head>\n<body>\n<p>" +
                      escape_xml(message) + "</p>\n</body>\n</html>\n";
    auto response = http::text_response(status, "text/html; charset=UTF-8", body);
    response.headers.emplace_back("Content-Security-Policy", "default-src 'none'");
    response.headers.emplace_back("X-Content-Type-Options", "nosniff");
    return response;
}

} // namespace ms::ows
