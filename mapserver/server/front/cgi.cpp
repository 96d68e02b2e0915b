// SPDX-License-Identifier: MIT
#include "server/front/cgi.hpp"

#include "base/deadline.hpp"

#include <cstdio>

namespace ms::server {

namespace {

std::string read_standard_input(std::size_t size)
{
    std::string body(size, '\0');
    body.resize(std::fread(body.data(), 1, size, stdin));
    return body;
}

void write(std::string_view bytes)
{
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) {
        throw Abandoned{};
    }
}

/// Only a missing end tells a web server that something failed.
class OutputStream final : public http::BodyStream {
public:
    void write(std::string_view bytes) override { server::write(bytes); }
    void finish() override {}
    void abort() noexcept override {}
};

http::OpenStream opener(CgiHeader header)
{
    return [header](http::Response const& head) {
        if (header == CgiHeader::Write) {
            write(http::cgi_header_of_stream(head));
        }
        return std::make_shared<OutputStream>();
    };
}

http::Response answer(App& app, Variables const& variables, CgiHeader header, http::Method& method)
{
    try {
        auto request = read_cgi_request(variables, read_standard_input, app.config());
        method = request.method;
        if (method != http::Method::Head) {
            request.open_stream = opener(header);
        }
        return app.answer(request);
    } catch (std::exception const& error) {
        return app.complain(error);
    }
}

} // namespace

int run_cgi(App& app, Variables const& variables, CgiHeader header)
{
    auto method = http::Method::Get;
    auto const response = answer(app, variables, header, method);
    if (response.was_streamed) {
        return std::fflush(stdout) == 0 && response.failure.empty() && !response.error_kind ? 0 : 1;
    }
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
