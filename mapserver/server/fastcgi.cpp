// SPDX-License-Identifier: MIT
#include "server/fastcgi.hpp"

#include "server/admission.hpp"
#include "server/cgi_request.hpp"
#include "server/peer.hpp"

#include <fcgiapp.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <memory>
#include <thread>
#include <vector>

namespace ms::server {

namespace {

/// Without SA_RESTART, so that a waiting accept() returns.
void handle_wake_up()
{
    struct sigaction action {};
    action.sa_handler = [](int) {};
    sigaction(SIGUSR2, &action, nullptr);
}

/// Signals as values that one thread waits for; no handler could safely do anything.
sigset_t awaited_signals()
{
    sigset_t signals;
    sigemptyset(&signals);
    for (int const signal : {SIGTERM, SIGUSR1, SIGINT, SIGHUP}) {
        sigaddset(&signals, signal);
    }
    return signals;
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

void answer(App& app, Admission& admission, FCGX_Request& fcgi)
{
    http::Response response;
    http::Request request;
    try {
        request = read_cgi_request([&](char const* name) { return FCGX_GetParam(name, fcgi.envp); },
                                   [&](std::size_t size) { return read_body(fcgi.in, size); },
                                   app.config());
        request.is_abandoned = [socket = fcgi.ipcFd] { return is_gone(socket); };
        response = admission.answer(request);
    } catch (std::exception const& error) {
        response = app.complain(error);
    }
    auto const begin = Trace::Clock::now();
    auto const head = http::cgi_header(response);
    write(fcgi.out, head.data(), head.size());
    if (request.method != http::Method::Head) {
        write(fcgi.out, reinterpret_cast<char const*>(response.body.data()), response.body.size());
    }
    app.observe_write(request, begin, Trace::Clock::now());
}

/// One connection after another, on a thread of its own.
class Acceptor {
public:
    Acceptor(App& app, Admission& admission)
        : m_app(app), m_admission(admission), m_thread([this] { work(); })
    {}
    ~Acceptor() { m_thread.join(); }
    Acceptor(Acceptor const&) = delete;
    Acceptor& operator=(Acceptor const&) = delete;

    [[nodiscard]] bool is_done() const noexcept { return m_is_done; }

    /// Ends a wait for the next request; one that is being answered is not disturbed.
    /// Has to be called until is_done(): the thread may be on its way into the wait.
    void stop()
    {
        m_stops = true;
        if (m_waits && !m_is_done) {
            pthread_kill(m_thread.native_handle(), SIGUSR2);
        }
    }

private:
    bool accept(FCGX_Request& request)
    {
        m_waits = true;
        bool const is_accepted = !m_stops && FCGX_Accept_r(&request) == 0;
        m_waits = false;
        return is_accepted;
    }

    void work()
    {
        FCGX_Request request;
        if (FCGX_InitRequest(&request, 0, FCGI_FAIL_ACCEPT_ON_INTR) == 0) {
            while (accept(request)) {
                answer(m_app, m_admission, request);
                FCGX_Finish_r(&request);
            }
            FCGX_Free(&request, 1);
        }
        m_is_done = true;
    }

    App& m_app;
    Admission& m_admission;
    std::atomic<bool> m_stops{false};
    std::atomic<bool> m_waits{false};
    std::atomic<bool> m_is_done{false};
    std::thread m_thread; ///< last: it uses the others
};

using Acceptors = std::vector<std::unique_ptr<Acceptor>>;

bool all_done(Acceptors const& acceptors)
{
    return std::ranges::all_of(acceptors, [](auto const& one) { return one->is_done(); });
}

/// Until a signal tells to stop, or the web server has closed the socket.
void wait_for_the_end(App& app, Acceptors const& acceptors)
{
    auto const signals = awaited_signals();
    timespec const patience{.tv_sec = 0, .tv_nsec = 100'000'000};
    while (!all_done(acceptors)) {
        auto const signal = sigtimedwait(&signals, nullptr, &patience);
        if (signal == SIGHUP) {
            app.reload();
        } else if (signal > 0) {
            return;
        }
    }
}

void stop(Acceptors const& acceptors)
{
    FCGX_ShutdownPending();
    while (!all_done(acceptors)) {
        for (auto const& one : acceptors) {
            one->stop();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
}

} // namespace

bool is_fastcgi()
{
    return FCGX_IsCGI() == 0;
}

int run_fastcgi(App& app)
{
    auto const signals = awaited_signals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr); // inherited by every thread that follows
    std::signal(SIGPIPE, SIG_IGN);                 // the web server may go away in an answer
    handle_wake_up();
    if (FCGX_Init() != 0) {
        app.log().write(LogLevel::Error, "FastCGI cannot be initialised");
        return 1;
    }
    Admission admission{app, {.count = 0}};
    Acceptors acceptors;
    for (std::size_t i = 0; i < app.config().limits().threads; ++i) {
        acceptors.push_back(std::make_unique<Acceptor>(app, admission));
    }
    wait_for_the_end(app, acceptors);
    stop(acceptors);
    return 0;
}

} // namespace ms::server
