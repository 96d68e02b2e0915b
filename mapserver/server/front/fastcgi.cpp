// SPDX-License-Identifier: MIT
#include "server/front/fastcgi.hpp"

#include "base/deadline.hpp"
#include "http/network.hpp"
#include "server/front/admission.hpp"
#include "server/front/cgi_request.hpp"
#include "server/front/interruption.hpp"
#include "server/front/peer.hpp"
#include "server/front/signals.hpp"
#include "server/front/stdout_records.hpp"

#include <fcgiapp.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace ms::server {

namespace {

using namespace std::chrono_literals;

/// FastCGI 1.0, 2.2: "a single open file descriptor, FCGI_LISTENSOCK_FILENO".
constexpr int listening = 0;

/// A web server sends its request with the connection; one that is silent for so long has died.
constexpr auto patience_with_silence = 2s;
/// Within a request, and with a web server that does not take its answer.
constexpr auto patience_with_pauses = 30s;
/// Within a request while the process is to end.
constexpr auto patience_when_stopping = 5s;

std::string read_body(FCGX_Stream* in, std::size_t size)
{
    constexpr std::size_t block = 65536;
    std::string body;
    while (body.size() < size) {
        auto const start = body.size();
        auto const requested = std::min(block, size - start);
        body.resize(start + requested);
        auto const got = FCGX_GetStr(body.data() + start, static_cast<int>(requested), in);
        body.resize(start + static_cast<std::size_t>(std::max(got, 0)));
        if (got < static_cast<int>(requested)) {
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
            return; // the client is gone
        }
    }
}

void write(FCGX_Stream* out, std::string_view bytes)
{
    write(out, bytes.data(), bytes.size());
}

/// A body on its way to a web server. Its records need no length; a response without an end is
/// ended by the connection.
class RecordStream final : public http::BodyStream {
public:
    explicit RecordStream(FCGX_Stream* out) : m_out(out) {}

    void write(std::string_view bytes) override
    {
        server::write(m_out, bytes);
        if (FCGX_GetError(m_out) != 0) {
            throw Abandoned{};
        }
    }
    void finish() override {}
    void abort() noexcept override { m_is_aborted = true; }
    [[nodiscard]] bool is_aborted() const noexcept { return m_is_aborted; }

private:
    FCGX_Stream* m_out;
    bool m_is_aborted = false;
};

/// A peer that died silently must not block a thread forever.
void set_patience(int connection)
{
    timeval const patience{.tv_sec = patience_with_pauses.count(), .tv_usec = 0};
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    int const yes = 1; // fails on Unix sockets, which do not need it
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

/// The state that the threads of a process share.
struct Site {
    App& app;
    Admission& admission;
    std::string web_servers;          ///< addresses that may connect over TCP; "" for all
    std::atomic<int> free_threads{0}; ///< that wait at the listening socket

    /// FastCGI 1.0, 3.2, FCGI_WEB_SERVER_ADDRS.
    [[nodiscard]] bool is_welcome(int connection) const
    {
        auto const address = web_servers.empty() ? std::string{} : address_of_peer(connection);
        return address.empty() || http::names_address(web_servers, address).value_or(false);
    }
};

/// The connection that a request is being read from, for others who lose patience with it.
class Incoming {
public:
    void begin(int connection) { set(connection); }
    void end() { set(-1); }
    /// The reader finds the end of the stream.
    void cut_off()
    {
        std::scoped_lock const lock{m_mutex};
        if (m_connection >= 0) {
            shutdown(m_connection, SHUT_RD);
        }
    }

private:
    void set(int connection)
    {
        std::scoped_lock const lock{m_mutex};
        m_connection = connection;
    }

    std::mutex m_mutex;
    int m_connection = -1;
};

/// Serves one connection after another on its own thread. Accepted requests are answered even if
/// the process is ending.
class Acceptor {
public:
    explicit Acceptor(Site& site) : m_site(site), m_thread([this] { work(); }) {}
    ~Acceptor() { m_thread.join(); }
    Acceptor(Acceptor const&) = delete;
    Acceptor& operator=(Acceptor const&) = delete;

    [[nodiscard]] bool is_done() const noexcept { return m_is_done; }

    /// Ends a wait for the next request; one that is being read or answered is not disturbed.
    /// Has to be called until is_done(): the thread may be on its way into the wait.
    void stop()
    {
        m_stops = true;
        if (!m_is_done) {
            interrupt(m_thread.native_handle());
        }
    }

    /// Drops a request that has not come in whole.
    void stop_reading() { m_incoming.cut_off(); }

private:
    void work()
    {
        while (!m_stops) {
            ++m_site.free_threads;
            int const connection = accept_connection(listening);
            --m_site.free_threads;
            if (connection >= 0) {
                serve(connection);
            } else if (!outlives_failure(errno)) {
                break;
            }
        }
        m_is_done = true;
    }

    /// Whether the next accept() may succeed after one that did not.
    bool outlives_failure(int failure)
    {
        switch (failure) {
        case EBADF:
        case EINVAL:
        case ENOTSOCK:
            return false; // the web server has closed the socket
        case EMFILE:
        case ENFILE:
        case ENOBUFS:
        case ENOMEM:
            m_site.app.log().write(LogLevel::Error,
                                   "a connection cannot be taken: too many files are open");
            std::this_thread::sleep_for(100ms);
            return true;
        default:
            return true; // an interruption, or a client that has gone
        }
    }

    void serve(int connection)
    {
        if (!m_site.is_welcome(connection) ||
            !says_something_within(connection, patience_with_silence)) {
            close(connection);
            return;
        }
        set_patience(connection);
        FCGX_Request fcgi;
        // The library must not accept connections itself: libfcgi 2.4.2, after
        // FCGX_ShutdownPending(), loops forever on a silent connection that it has closed.
        FCGX_InitRequest(&fcgi, -1, 0);
        fcgi.ipcFd = connection;
        fcgi.keepConnection = 1; // as if kept alive: it reads the next request from there
        while (receive(fcgi)) {
            answer(fcgi);
            FCGX_Finish_r(&fcgi);
            if (fcgi.ipcFd < 0) {
                return; // the web server requested no keep-alive
            }
            if (!brings_another(fcgi.ipcFd)) {
                close(fcgi.ipcFd);
                fcgi.ipcFd = -1;
                break;
            }
        }
        FCGX_Free(&fcgi, 1);
    }

    /// Whether an idle kept-alive connection has a request before the process ends, and before
    /// another connection waits while no thread is free.
    [[nodiscard]] bool brings_another(int connection) const
    {
        while (!m_stops) {
            auto arrival = wait_for_arrival(connection, listening, std::nullopt);
            if (arrival == SocketEvent::Newcomer && m_site.free_threads > 0) {
                arrival = wait_for_arrival(connection, -1, 1ms); // a free one is about to take it
            }
            if (arrival == SocketEvent::Bytes || arrival == SocketEvent::Newcomer) {
                return arrival == SocketEvent::Bytes;
            }
        }
        return false;
    }

    bool receive(FCGX_Request& fcgi)
    {
        m_incoming.begin(fcgi.ipcFd);
        // When the stream ends between two parameters the library does not complain.
        bool const is_received = FCGX_Accept_r(&fcgi) == 0 && FCGX_GetError(fcgi.in) == 0;
        if (!is_received) {
            m_incoming.end();
        }
        return is_received;
    }

    [[nodiscard]] http::Request read(FCGX_Request& fcgi)
    {
        auto request = read_cgi_request(
            [&](char const* name) { return FCGX_GetParam(name, fcgi.envp); },
            [&](std::size_t size) { return read_body(fcgi.in, size); }, m_site.app.config());
        request.is_abandoned = [socket = fcgi.ipcFd] { return is_gone(socket); };
        return request;
    }

    void answer(FCGX_Request& fcgi)
    {
        SingleFlight::Answer response;
        http::Request request;
        std::shared_ptr<RecordStream> stream;
        try {
            request = read(fcgi);
            m_incoming.end();
            request.open_stream = [&](http::Response const& head) {
                write(fcgi.out, http::cgi_header_of_stream(head));
                stream = std::make_shared<RecordStream>(fcgi.out);
                return stream;
            };
            if (request.method == http::Method::Head) {
                request.open_stream = {};
            }
            response = m_site.admission.answer(request);
        } catch (std::exception const& error) {
            m_incoming.end();
            response = std::make_shared<http::Response const>(m_site.app.complain(error));
        }
        if (response->was_streamed) {
            if (stream == nullptr || stream->is_aborted()) {
                shutdown(fcgi.ipcFd, SHUT_RDWR); // so that the web server sees no end
            }
            return;
        }
        auto const begin = Trace::Clock::now();
        send(fcgi, *response, request.method != http::Method::Head);
        m_site.app.observer().note_written(request, begin, Trace::Clock::now());
    }

    /// Small answers go with the records that end the request, in libfcgi's one system call.
    static void send(FCGX_Request& fcgi, http::Response const& response, bool with_body)
    {
        constexpr std::size_t small = 8000; // bytes; its buffer has 8192
        auto const header = http::cgi_header(response);
        std::array<std::string_view, 2> const parts{header, with_body ? http::body_text(response)
                                                                      : std::string_view{}};
        if (parts[0].size() + parts[1].size() <= small) {
            write(fcgi.out, parts[0]);
            write(fcgi.out, parts[1]);
        } else if (!send_stdout_records(fcgi.ipcFd, fcgi.requestId, parts)) {
            shutdown(fcgi.ipcFd, SHUT_RDWR); // so that the end of the request is not taken for data
        }
    }

    Site& m_site;
    Incoming m_incoming;
    std::atomic<bool> m_stops{false};
    std::atomic<bool> m_is_done{false};
    std::thread m_thread; ///< last: it uses the others
};

using Acceptors = std::vector<std::unique_ptr<Acceptor>>;

bool all_done(Acceptors const& acceptors)
{
    return std::ranges::all_of(acceptors, [](auto const& one) { return one->is_done(); });
}

void stop(Acceptors const& acceptors)
{
    auto const end = std::chrono::steady_clock::now() + patience_when_stopping;
    while (!all_done(acceptors)) {
        for (auto const& one : acceptors) {
            one->stop();
            if (std::chrono::steady_clock::now() > end) {
                one->stop_reading();
            }
        }
        std::this_thread::sleep_for(5ms);
    }
}

Acceptors start_acceptors(Site& site, std::size_t requested)
{
    Acceptors acceptors;
    acceptors.reserve(requested);
    try {
        while (acceptors.size() < requested) {
            acceptors.push_back(std::make_unique<Acceptor>(site));
        }
    } catch (std::exception const&) {
        stop(acceptors); // else leaving this scope waits forever for the running threads
        throw too_few_threads(acceptors.size(), requested);
    }
    return acceptors;
}

} // namespace

bool is_fastcgi()
{
    return FCGX_IsCGI() == 0;
}

int run_fastcgi(App& app)
{
    Signals const signals{SIGTERM, SIGUSR1, SIGINT};
    hold_interruptions();
    app.log_faults_of_settings();
    if (FCGX_Init() != 0) {
        app.log().write(LogLevel::Error, "FastCGI cannot be initialised");
        return 1;
    }
    Admission admission{app, {.count = 0}};
    Site site{app, admission, app.config().find("FCGI_WEB_SERVER_ADDRS").value_or("")};
    auto const acceptors = start_acceptors(site, app.limits().threads);
    signals.wait(app, [&] { return all_done(acceptors); }); // or the web server closes the socket
    stop(acceptors);
    return 0;
}

} // namespace ms::server
