// SPDX-License-Identifier: MIT
#include "server/cgi.hpp"

#include <cstdio>

namespace ms::server {

namespace {

std::string read_standard_input(std::size_t size)
{
    std::string body(size, '\0');
    body.resize(std::fread(body.data(), 1, size, stdin));
    return body;
}

http::Response answer(App& app, Variables const& variables, http::Method& method)
{
    try {
        auto const request = read_cgi_request(variables, read_standard_input, app.config());
        method = request.method;
        return app.answer(request);
    } catch (std::exception const& error) {
        return app.complain(error);
    }
}

} // namespace

int run_cgi(App& app, Variables const& variables, CgiHeader header)
{
    auto method = http::Method::Get;
    auto const response = answer(app, variables, method);
    if (header == CgiHeader::Write) {
        auto const head = http::cgi_header(response);
        std::fwrite(head.data(), 1, head.size(), stdout);
    }
    if (method != http::Method::Head) {
        std::fwrite(response.body.data(), 1, response.body.size(), stdout);
    }
    return std::fflush(stdout) == 0 ? 0 : 1;
}

} // namespace ms::server
