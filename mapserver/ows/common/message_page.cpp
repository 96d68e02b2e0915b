// SPDX-License-Identifier: MIT
#include "ows/common/message_page.hpp"

#include "base/xml_writer.hpp"

namespace ms::ows {

http::Response message_page(int status, std::string_view message)
{
    // Scripts recognize MapServer's page by its first lines.
    auto const body = "<HTML>\n<HEAD><TITLE>MapServer Message</TITLE></HEAD>\n"
                      "<BODY BGCOLOR=\"#FFFFFF\">\n" +
                      escape_xml(message) + "\n</BODY></HTML>\n";
    auto response = http::text_response(status, "text/html; charset=UTF-8", body);
    response.headers.emplace_back("Content-Security-Policy", "default-src 'none'");
    response.headers.emplace_back("X-Content-Type-Options", "nosniff");
    return response;
}

http::Response redirect(std::string_view url)
{
    std::string target;
    for (char const c : url) {
        if (c == ' ') {
            target += "%20";
        } else if (c > ' ' && c != '\x7F') {
            target += c;
        }
    }
    http::Response response;
    response.status = 302;
    response.content_type = "text/html";
    response.headers.emplace_back("Location", std::move(target));
    return response;
}

} // namespace ms::ows
