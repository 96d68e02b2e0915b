// SPDX-License-Identifier: MIT
#include "server/front/http_listener.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "server/front/admission.hpp"
#include "server/front/io_threads.hpp"
#include "server/front/routes.hpp"
#include "server/front/signals.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <pthread.h>
#include <string>
#include <thread>

namespace ms::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

/// Files, fonts, databases and projections need descriptors, too: without any left, maps would fail
/// in ways that look like the client's mistake.
constexpr std::size_t descriptors_of_the_rest = 512;

/// The number of connections that the system allows, after raising the limit to its maximum.
std::size_t affordable_connections(App& app)
{
    auto const requested = app.limits().max_connections;
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) {
        return requested;
    }
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    auto const all = static_cast<std::size_t>(files.rlim_cur);
    auto const affordable = std::max(all / 2, all - std::min(all, descriptors_of_the_rest));
    if (affordable < requested) {
        app.log().write(LogLevel::Error, "the system allows " + std::to_string(all) +
                                             " open files: connections are limited to " +
                                             std::to_string(affordable));
    }
    return std::min(requested, affordable);
}

/// Listens, and shares new clients out among the threads in turn.
class Acceptor {
public:
    using Threads = std::vector<std::unique_ptr<IoThread>>;

    /// \throws boost::system::system_error if it cannot listen on the address
    Acceptor(App& app, Threads& threads, tcp::endpoint const& endpoint)
        : m_app(app), m_threads(threads), m_acceptor(threads.front()->context()),
          m_pause(threads.front()->context())
    {
        m_acceptor.open(endpoint.protocol());
        // Not SO_REUSEPORT: a second server would take part of the requests of the first one.
        m_acceptor.set_option(asio::socket_base::reuse_address{true});
        m_acceptor.bind(endpoint);
        m_acceptor.listen(SOMAXCONN);
    }

    void start()
    {
        asio::post(m_acceptor.get_executor(), [this] { accept(); });
    }

    [[nodiscard]] int port() const { return m_acceptor.local_endpoint().port(); }

    /// From any thread; the threads continue for a while.
    void stop()
    {
        asio::post(m_acceptor.get_executor(), [this] {
            error_code ignored;
            m_acceptor.close(ignored);
            m_pause.cancel();
        });
    }

private:
    void accept()
    {
        auto& thread = *m_threads[m_next++ % m_threads.size()];
        m_acceptor.async_accept(
            thread.context(), [this, &thread](error_code error, tcp::socket socket) {
                if (!m_acceptor.is_open()) {
                    return;
                }
                if (!error) {
                    asio::post(thread.context(), [&thread, own = std::move(socket)]() mutable {
                        thread.admit(std::move(own));
                    });
                    accept();
                } else {
                    accept_later(error);
                }
            });
    }

    /// A client that has left before it was accepted is ignored; a lack of descriptors or memory is
    /// temporary.
    void accept_later(error_code error)
    {
        if (error == asio::error::connection_aborted) {
            accept();
            return;
        }
        m_app.log().write(LogLevel::Error, "a connection cannot be taken: " + error.message());
        m_pause.expires_after(std::chrono::milliseconds{100});
        m_pause.async_wait([this](error_code cancelled) {
            if (!cancelled) {
                accept();
            }
        });
    }

    App& m_app;
    Threads& m_threads;
    tcp::acceptor m_acceptor;
    asio::steady_timer m_pause;
    std::size_t m_next = 0;
};

std::string quoted_host(std::string const& host)
{
    return host.find(':') == std::string::npos ? host : '[' + host + ']';
}

/// On the first of the host's addresses where that is possible.
std::unique_ptr<Acceptor> listen(App& app, Acceptor::Threads& threads,
                                 ListenerOptions const& options)
{
    asio::io_context context;
    error_code error;
    auto const endpoints = tcp::resolver{context}.resolve(
        options.host, std::to_string(options.port), tcp::resolver::passive, error);
    std::string reason = error ? "there is no such address" : "";
    for (auto const& entry : endpoints) {
        try {
            return std::make_unique<Acceptor>(app, threads, entry.endpoint());
        } catch (boost::system::system_error const& refused) {
            reason = refused.code().message();
        }
    }
    throw Error{ErrorKind::BadRequest, "cannot listen on " + quoted_host(options.host) + ':' +
                                           std::to_string(options.port) + ": " + reason};
}

void say_where(App& app, std::string const& host, int port)
{
    app.log().write(LogLevel::Error, "listening on http://" + quoted_host(host) + ':' +
                                         std::to_string(port) + '/'); // at every level
    if (!app.config().has_maps()) {
        app.log().write(LogLevel::Error,
                        "there is no map to show: name a mapfile on the command line, or a CONFIG "
                        "file with MAPS (-conf), MS_MAPFILE or MS_MAP_PATTERN");
    }
}

Acceptor::Threads start_threads(App& app, ConnectionSite const& site)
{
    // They only move bytes: one thread keeps up with two that draw.
    auto const count = std::clamp<std::size_t>(std::thread::hardware_concurrency() / 2, 2, 8);
    auto const share = (affordable_connections(app) + count - 1) / count;
    Acceptor::Threads threads;
    while (threads.size() < count) {
        threads.push_back(std::make_unique<IoThread>(site, share));
    }
    return threads;
}

} // namespace

ListenerOptions parse_listener_address(std::string_view text)
{
    ListenerOptions options;
    auto const colon = text.rfind(':');
    auto const port = parse_int(colon == std::string_view::npos ? text : text.substr(colon + 1));
    if (!port || *port < 0 || *port > 65535) {
        throw Error{ErrorKind::BadRequest,
                    "\"" + std::string{text} + "\" is not an address: ADDRESS:PORT is expected"};
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

int run_http(App& app, ListenerOptions const& options)
{
    Signals const signals{SIGTERM, SIGINT};
    app.log_faults_of_settings();
    auto const& limits = app.limits();
    Admission admission{app, {.count = limits.threads, .max_waiting = limits.max_waiting}};
    Routes routes{app, admission, options.static_directory};
    HeldBytes held{limits.held_bytes};
    ConnectionSite const site{
        .routes = routes, .held = held, .limits = {.body_bytes = limits.max_body_bytes}};
    auto threads = start_threads(app, site);
    auto acceptor = listen(app, threads, options);
    say_where(app, options.host, acceptor->port());
    acceptor->start();
    signals.wait(app);
    acceptor->stop();
    for (auto const& thread : threads) {
        thread->finish_soon();
    }
    for (auto const& thread : threads) {
        thread->join(); // it ends when its last connection does
    }
    acceptor.reset(); // before the contexts it belongs to
    return 0;
}

} // namespace ms::server
