// SPDX-License-Identifier: MIT
#include "server/fastcgi.hpp"

#include "server/cgi_request.hpp"

#include <fcgiapp.h>

#include <algorithm>
#include <csignal>

namespace ms::server {

namespace {

// A signal handler can reach nothing else.
volatile std::sig_atomic_t stop_wanted = 0;

extern "C" void want_stop(int)
{
    stop_wanted = 1;
    FCGX_ShutdownPending();
}

/// Without SA_RESTART, so that a waiting accept() returns.
void handle_signals()
{
    struct sigaction action {};
    action.sa_handler = want_stop;
    for (int const signal : {SIGTERM, SIGUSR1, SIGINT}) {
        sigaction(signal, &action, nullptr);
    }
    std::signal(SIGPIPE, SIG_IGN); // the web server may go away in the middle of an answer
}

std::string read_body(FCGX_Stream* in, std::size_t size)
{
    constexpr std::size_t block = 65536;
    std::string body;
    while (body.size() < size) {
        auto const start = body.size();
        auto const wanted = std::min(block, size - start);
        body.resize(start + wanted);
        auto const got = FCGX_GetStr(body.data() + start, static_cast<int>(wanted), in);
        body.resize(start + static_cast<std::size_t>(std::max(got, 0)));
        if (got < static_cast<int>(wanted)) {
            break;
        }
    }
    return body;
}

void write(FCGX_Stream* out, char const* data, std::size_t size)
{
    constexpr std::size_t block = 1U << 20U; // FCGX_PutStr counts in int
    for (std::size_t at = 0; at < size; at += block) {
        auto const length = static_cast<int>(std::min(block, size - at));
        if (FCGX_PutStr(data + at, length, out) != length) {
            return; // nobody listens any more
        }
    }
}

void answer(App& app, FCGX_Request& fcgi)
{
    http::Response response;
    bool has_body = true;
    try {
        auto const request = read_cgi_request(
            [&](char const* name) { return FCGX_GetParam(name, fcgi.envp); },
            [&](std::size_t size) { return read_body(fcgi.in, size); }, app.config());
        has_body = request.method != http::Method::Head;
        response = app.answer(request);
    } catch (std::exception const& error) {
        response = app.complain(error);
    }
    auto const head = http::cgi_header(response);
    write(fcgi.out, head.data(), head.size());
    if (has_body) {
        write(fcgi.out, reinterpret_cast<char const*>(response.body.data()), response.body.size());
    }
}

} // namespace

bool is_fastcgi()
{
    return FCGX_IsCGI() == 0;
}

int run_fastcgi(App& app)
{
    handle_signals();
    FCGX_Request request;
    if (FCGX_Init() != 0 || FCGX_InitRequest(&request, 0, FCGI_FAIL_ACCEPT_ON_INTR) != 0) {
        app.log().write(LogLevel::Error, "FastCGI cannot be initialised");
        return 1;
    }
    while (stop_wanted == 0 && FCGX_Accept_r(&request) == 0) {
        answer(app, request);
        FCGX_Finish_r(&request);
    }
    FCGX_Free(&request, 1);
    return 0;
}

} // namespace ms::server
