// SPDX-License-Identifier: MIT
#include "server/http_listener.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "http/content_coding.hpp"
#include "http/query_string.hpp"
#include "ows/message_page.hpp"
#include "server/admission.hpp"
#include "server/cgi_request.hpp"
#include "server/connection_stream.hpp"
#include "server/growing_pool.hpp"
#include "server/head_check.hpp"
#include "server/peer.hpp"
#include "server/static_files.hpp"

#include <httplib.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>

namespace ms::server {

namespace {

http::Method method_of(httplib::Request const& from)
{
    return http::parse_method(from.method);
}

/// The target with the question marks that HeadCheck hid from the library.
std::string as_sent(std::string target)
{
    std::ranges::replace(target, HeadCheck::question_mark, '?');
    return target;
}

/// Splits a path into the script's name and what follows.
void set_path(http::Request& request, std::string const& path)
{
    for (std::string_view const script : {"/cgi-bin/mapserv", "/mapserv"}) {
        auto const rest = std::string_view{path}.substr(std::min(path.size(), script.size()));
        if (path.starts_with(script) && (rest.empty() || rest.front() == '/')) {
            request.address.script_name = script;
            request.path_info = rest;
            return;
        }
    }
    if (path == "/") {
        request.address.script_name = path;
    } else {
        request.path_info = path;
    }
}

/// \param body of a POST
http::Request to_request(httplib::Request const& from, std::string body, Config const& config)
{
    http::Request request;
    request.received = http::Request::Clock::now();
    request.method = method_of(from);
    request.remote_address = from.remote_addr;
    http::set_authority(request.address, from.get_header_value("Host"));
    if (is_trusted_proxy(config, from.remote_addr)) {
        auto const host = from.get_header_value("X-Forwarded-Host");
        auto const port = from.get_header_value("X-Forwarded-Port");
        auto const proto = from.get_header_value("X-Forwarded-Proto");
        request.address = http::behind_proxy(request.address, {host, port, proto});
    }
    request.if_none_match = from.get_header_value("If-None-Match");
    request.accept = from.get_header_value("Accept");
    request.origin = from.get_header_value("Origin");
    request.trace_parent = from.get_header_value("traceparent");
    request.accepts_gzip = http::accepts_gzip(from.get_header_value("Accept-Encoding"));
    set_path(request, from.path);
    // The library's own parameters have lost their order.
    auto const question = from.target.find('?');
    if (question != std::string::npos) {
        request.parameters = http::parse_query_string(as_sent(from.target).substr(question + 1));
    }
    if (request.method == http::Method::Post) {
        take_body(request, std::move(body), from.get_header_value("Content-Type"));
    }
    request.parsed = http::Request::Clock::now();
    return request;
}

/// \param on_written is told when a part of the body was begun and done
void send(std::shared_ptr<http::Response const> from, httplib::Response& to,
          std::function<void(Trace::Clock::time_point begin)> on_written)
{
    to.status = from->status;
    for (auto const& [name, value] : from->headers) {
        to.set_header(name, value);
    }
    if (from->content_type.empty()) {
        return;
    }
    if (from->body.empty()) {
        to.set_content("", from->content_type);
        return;
    }
    // Not set_content(): the library would compress that in its own way, once more and untold.
    auto const size = from->body.size();
    auto const type = from->content_type;
    to.set_content_provider(
        size, type,
        [from = std::move(from), on_written = std::move(on_written)](
            std::size_t offset, std::size_t length, httplib::DataSink& sink) {
            if (offset > from->body.size() || length > from->body.size() - offset) {
                return false; // the library takes a client's word for a range
            }
            auto const begin = Trace::Clock::now();
            bool const is_written =
                sink.write(reinterpret_cast<char const*>(from->body.data()) + offset, length);
            on_written(begin);
            return is_written;
        });
}

void answer(App& app, Admission& admission, httplib::Request const& from, httplib::Response& to,
            std::string body = {})
{
    try {
        auto request = to_request(from, std::move(body), app.config());
        request.is_abandoned = [goes_on = from.progress] { return !goes_on(0, 0); };
        auto response = admission.answer(request);
        request.is_abandoned = {};
        send(std::move(response), to,
             [&app, request = std::move(request)](Trace::Clock::time_point begin) {
                 app.observer().note_written(request, begin, Trace::Clock::now());
             });
    } catch (std::exception const& error) {
        send(std::make_shared<http::Response const>(app.complain(error)), to,
             [](Trace::Clock::time_point) {});
    }
}

/// The body of a POST. The library would read it, too, but takes forms of 8 KB only: an SLD_BODY is
/// larger. Nothing when it is too large; the status says so then.
std::optional<std::string> read_body(httplib::ContentReader const& read, App const& app,
                                     httplib::Response& response)
{
    std::string body;
    auto const limit = app.limits().max_body_bytes;
    bool const is_read = read([&](char const* data, std::size_t size) {
        body.append(data, size);
        return body.size() <= limit;
    });
    if (!is_read) {
        response.status = body.size() > limit ? 413 : std::max(response.status, 400);
        return std::nullopt;
    }
    return body;
}

void log_access(App& app, httplib::Request const& request, httplib::Response const& response)
{
    if (!app.log().wants(LogLevel::Notice)) {
        return;
    }
    auto target = as_sent(request.target.substr(0, 2000));
    std::ranges::replace_if(
        target, [](char c) { return (c >= '\0' && c < ' ') || c == '\x7F'; }, ' ');
    app.log()
        .for_request({.client = request.remote_addr})
        .write(LogLevel::Notice, request.remote_addr + ' ' + request.method + ' ' + target + ' ' +
                                     std::to_string(response.status) + ' ' +
                                     response.get_header_value("Content-Length"));
}

void answer_file(StaticFiles& files, httplib::Request const& request, httplib::Response& response)
{
    auto found = files.answer({.path = request.matches[1],
                               .if_none_match = request.get_header_value("If-None-Match"),
                               .range = request.get_header_value("Range"),
                               .if_range = request.get_header_value("If-Range"),
                               .accepts_gzip =
                                   http::accepts_gzip(request.get_header_value("Accept-Encoding"))});
    response.status = found.response.status;
    for (auto const& [name, value] : found.response.headers) {
        response.set_header(name, value);
    }
    if (found.body.length() == 0) {
        response.set_content("", found.response.content_type);
        return;
    }
    response.set_content_provider(
        found.body.length(), found.response.content_type,
        [body = std::move(found.body)](std::size_t offset, std::size_t length,
                                       httplib::DataSink& sink) {
            std::array<char, 64U << 10U> piece; // NOLINT: filled before it is read
            auto const count =
                body.read(offset, piece.data(), std::min(length, piece.size()));
            return count > 0 && sink.write(piece.data(), count); // 0: the file has shrunk
        });
}

/// Not whether databases answer: one that is away would take every server out of service, also for
/// the maps that do not need it.
void say_whether_ready(App& app, httplib::Response& response)
{
    if (auto const map = app.find_unreadable_map()) {
        response.status = 503;
        response.set_content("not ready: the map \"" + *map + "\" cannot be read\n", "text/plain");
    } else {
        response.set_content("ok\n", "text/plain");
    }
}

/// Whether the process is there, whether it can draw its maps, and its numbers.
void add_operators_pages(httplib::Server& server, App& app)
{
    server.Get("/livez", [](httplib::Request const&, httplib::Response& response) {
        response.set_content("ok\n", "text/plain");
    });
    server.Get("/readyz", [&app](httplib::Request const&, httplib::Response& response) {
        say_whether_ready(app, response);
    });
    if (app.config().is_on("MS_METRICS")) {
        server.Get("/metrics", [&app](httplib::Request const&, httplib::Response& response) {
            response.set_content(app.metrics_text(), "text/plain; version=0.0.4");
        });
    }
}

/// A kept connection holds one of these threads, which mostly sleep; the work is done on the
/// admission's.
class ConnectionThreads : public httplib::TaskQueue {
public:
    explicit ConnectionThreads(std::size_t most) : m_pool(most) {}
    void enqueue(std::function<void()> work) override { m_pool.enqueue(std::move(work)); }
    void shutdown() override { m_pool.finish(); }

private:
    GrowingPool m_pool;
};

/// With SO_REUSEPORT, which the library sets, a second server on a port would take part of the
/// requests of the first one.
void set_socket_options(socket_t socket)
{
    int const yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

void set_up(httplib::Server& server, App& app, Admission& admission, StaticFiles* files)
{
    server.set_socket_options(set_socket_options);
    server.new_task_queue = [connections = app.limits().max_connections] {
        return new ConnectionThreads{connections};
    };
    server.set_keep_alive_max_count(1000);
    server.set_tcp_nodelay(true); // head and body are two writes: on a kept connection the second
                                  // would wait 40 ms for the client's delayed acknowledgement
    server.set_payload_max_length(app.limits().max_body_bytes);
    server.set_read_timeout(std::chrono::seconds{30});
    server.set_write_timeout(std::chrono::seconds{30});
    server.set_logger(
        [&app](auto const& request, auto const& response) { log_access(app, request, response); });
    auto const handler = [&](httplib::Request const& request, httplib::Response& response) {
        answer(app, admission, request, response);
    };
    add_operators_pages(server, app);
    if (files != nullptr) {
        server.Get("/static/(.*)", [files](auto const& request, auto& response) {
            answer_file(*files, request, response);
        });
    }
    server.Get("/.*", handler);
    server.Post("/.*", [&](httplib::Request const& request, httplib::Response& response,
                           httplib::ContentReader const& read) {
        if (request.is_multipart_form_data()) { // the library would take it apart
            response.status = 415;
            response.set_header("Connection", "close");
            return;
        }
        if (auto body = read_body(read, app, response)) {
            answer(app, admission, request, response, std::move(*body));
        }
    });
    server.Options("/.*", handler);
    // Those are told 405 and what is allowed, where the library would say that nothing is here.
    server.Put("/.*", handler);
    server.Patch("/.*", handler);
    server.Delete("/.*", handler);
}

/// SIGTERM, SIGINT and SIGHUP as values that one thread waits for; no handler could safely do
/// anything.
sigset_t awaited_signals()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    return signals;
}

void wait_for_signals(httplib::Server& server, App& app, std::atomic<bool>& is_stopping,
                      std::stop_token const& stop)
{
    auto const signals = awaited_signals();
    timespec const patience{.tv_sec = 0, .tv_nsec = 100'000'000};
    while (!stop.stop_requested()) {
        auto const signal = sigtimedwait(&signals, nullptr, &patience);
        if (signal == SIGHUP) {
            app.reload();
        } else if (signal > 0) {
            is_stopping = true;
            // Before it runs it would not hear that, and then run for ever.
            while (!server.is_running() && !stop.stop_requested()) {
                std::this_thread::sleep_for(std::chrono::milliseconds{1});
            }
            server.stop();
            return;
        }
    }
}

} // namespace

ListenerOptions parse_listener_address(std::string_view text)
{
    ListenerOptions options;
    auto const colon = text.rfind(':');
    auto const port = parse_int(colon == std::string_view::npos ? text : text.substr(colon + 1));
    if (!port || *port < 0 || *port > 65535) {
        throw Error{ErrorKind::BadRequest,
                    "\"" + std::string{text} + "\" is no address: ADDRESS:PORT is expected"};
    }
    options.port = *port;
    auto host = colon == std::string_view::npos ? std::string_view{} : text.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']')) {
        host = host.substr(1, host.size() - 2);
    }
    if (!host.empty()) {
        options.host = host;
    }
    return options;
}

namespace {

/// How long the body of a request is; nothing when that is not said plainly. Then nobody knows
/// where the next request begins, and what one client sends as a body could pass for another's
/// request behind a proxy.
std::optional<std::size_t> announced_body(httplib::Request const& request)
{
    auto const count = request.get_header_value_count("Content-Length");
    if (count > 1 || request.has_header("Transfer-Encoding")) {
        return std::nullopt;
    }
    if (count == 0) {
        return 0;
    }
    auto const length = parse_int(request.get_header_value("Content-Length"));
    return length && *length >= 0 ? std::optional{static_cast<std::size_t>(*length)} : std::nullopt;
}

/// A sentence, as whoever writes a client needs one.
std::string refusal_of_head(int status)
{
    std::string_view const why =
        status == 414   ? "The request's address is too long."
        : status == 431 ? "The request's headers are too long."
        : status == 411 ? "A request with a body needs its Content-Length, or chunks."
                        : "The request's head is malformed (RFC 9112): lines end with CR LF, a "
                          "colon follows each name, one Host, one length in digits.";
    auto const page = ows::message_page(status, std::string{why});
    auto const body = http::body_text(page);
    return "HTTP/1.1 " + std::to_string(status) + ' ' + std::string{http::reason_phrase(status)} +
           "\r\nConnection: close\r\nContent-Type: " + page.content_type +
           "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string{body};
}

/// The library's server, with bounds to what clients send. Of an answer there is always all: the
/// library believes any range a client names.
class Listener : public httplib::Server {
public:
    explicit Listener(RequestBounds const& bounds) : m_bounds(bounds) {}

    /// The library lets five clients wait to be accepted. More come at once when a page asks for
    /// its tiles, and whose first packet is dropped tries again after 1, 3 and 7 seconds.
    void let_clients_wait() { ::listen(svr_sock_, SOMAXCONN); }

private:
    bool process_and_close_socket(socket_t socket) override
    {
        ConnectionStream stream{socket, m_bounds};
        auto left = keep_alive_max_count_;
        while (left > 0 && is_asked(stream) && answer_one(stream, left == 1)) {
            --left;
        }
        stream.finish();
        ::close(socket);
        return true;
    }

    /// \returns whether the connection may be asked for more
    bool answer_one(ConnectionStream& stream, bool is_last)
    {
        bool is_closed = false;
        std::optional<std::size_t> body;
        stream.begin_request();
        bool const is_good =
            process_request(stream, is_last, is_closed, [&](httplib::Request& request) {
                request.ranges.clear();
                // A client's member, whose answer "false" ends a transfer. The library tells a
                // handler nothing else about the connection.
                request.progress = [socket = stream.socket()](auto, auto) {
                    return !is_gone(socket);
                };
                body = announced_body(request);
            });
        if (auto const status = stream.refusal()) { // the library has nothing to say to half a head
            stream.refuse(refusal_of_head(status));
        }
        return is_good && !is_closed && body && stream.body_taken() == body;
    }

    /// Whether a kept connection has a request more. The end of the server is not slept through.
    bool is_asked(ConnectionStream const& stream) const
    {
        using Clock = std::chrono::steady_clock;
        auto const patience = Clock::now() + std::chrono::seconds{keep_alive_timeout_sec_};
        while (svr_sock_ != INVALID_SOCKET && Clock::now() < patience) {
            if (stream.waits_for_us(std::chrono::milliseconds{50})) {
                return true;
            }
        }
        return false;
    }

    RequestBounds m_bounds;
};

} // namespace

int run_http(App& app, ListenerOptions const& options)
{
    auto const signals = awaited_signals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr); // inherited by every thread that follows
    std::signal(SIGPIPE, SIG_IGN);

    auto const& limits = app.limits();
    Admission admission{app, {.count = limits.threads, .max_waiting = limits.max_waiting}};
    std::optional<StaticFiles> files;
    if (!options.static_directory.empty()) {
        files.emplace(options.static_directory);
    }
    std::atomic<bool> is_stopping{false};
    Listener server{{.body_bytes = 2 * limits.max_body_bytes, // chunks come with their sizes
                     .is_stopping = &is_stopping}};
    set_up(server, app, admission, files ? &*files : nullptr);
    auto const name = options.host.find(':') == std::string::npos ? options.host
                                                                  : '[' + options.host + ']';
    auto const address = name + ':' + std::to_string(options.port);
    errno = 0;
    if (!server.bind_to_port(options.host, options.port)) {
        std::string const reason = errno != 0 ? std::generic_category().message(errno)
                                              : "there is no such address";
        throw Error{ErrorKind::BadRequest, "cannot listen on " + address + ": " + reason};
    }
    server.let_clients_wait();
    app.log().write(LogLevel::Error, "listening on http://" + address + '/'); // at every level
    if (!app.config().has_maps()) {
        app.log().write(LogLevel::Error,
                        "there is no map to show: name a mapfile on the command line, or a CONFIG "
                        "file with MAPS (-conf), MS_MAPFILE or MS_MAP_PATTERN");
    }
    std::jthread const waiter{
        [&](std::stop_token stop) { wait_for_signals(server, app, is_stopping, stop); }};
    while (!server.listen_after_bind() && !is_stopping) {
        // The library ends for good when a connection is aborted before it is accepted, or when the
        // system is short of memory for one.
        app.log().write(LogLevel::Error, "accepting connections failed, trying again on " + address);
        std::this_thread::sleep_for(std::chrono::milliseconds{100});
        while (!server.bind_to_port(options.host, options.port) && !is_stopping) {
            std::this_thread::sleep_for(std::chrono::seconds{1});
        }
        server.let_clients_wait();
    }
    return is_stopping ? 0 : 1;
}

} // namespace ms::server
