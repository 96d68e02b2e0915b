// SPDX-License-Identifier: MIT
#include "server/app/app.hpp"
#include "server/front/admission.hpp"
#include "server/front/io_threads.hpp"
#include "server/front/routes.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>

#include <doctest/doctest.h>

#include <poll.h>

#include <array>
#include <chrono>
#include <latch>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace ms::server;

namespace {

/// A thread for so many connections, and clients that say nothing.
class Crowd {
public:
    explicit Crowd(std::size_t max_connections) : m_thread(m_site, max_connections) {}

    /// Connects the clients, and admits all of them before the first of them is served.
    void arrive(std::size_t count)
    {
        std::vector<tcp::socket> accepted;
        for (std::size_t i = 0; i < count; ++i) {
            m_clients.emplace_back(m_context).connect(m_acceptor.local_endpoint());
            accepted.push_back(m_acceptor.accept(m_thread.context()));
        }
        std::latch are_admitted{1};
        boost::asio::post(m_thread.context(), [&] {
            for (auto& socket : accepted) {
                m_thread.admit(std::move(socket));
            }
            are_admitted.count_down();
        });
        are_admitted.wait();
    }

    /// Whether a client is sent neither anything nor an end within a part of a second.
    bool is_open(std::size_t client) { return !has_news(client, std::chrono::milliseconds{300}); }

    /// What a client is sent up to the end; "open" if that does not come.
    std::string answer(std::size_t client)
    {
        auto& socket = m_clients[client];
        std::string text;
        boost::system::error_code error;
        std::array<char, 4096> part{};
        for (;;) {
            if (!has_news(client, std::chrono::seconds{30})) {
                return "open";
            }
            auto const size = socket.read_some(boost::asio::buffer(part), error);
            if (error) {
                return text;
            }
            text.append(part.data(), size);
        }
    }

private:
    using tcp = boost::asio::ip::tcp;

    bool has_news(std::size_t client, std::chrono::milliseconds patience)
    {
        pollfd waiting{m_clients[client].native_handle(), POLLIN, 0};
        return poll(&waiting, 1, static_cast<int>(patience.count())) > 0;
    }

    App m_app{Config{ms::mapfile::parse_config_file("CONFIG END", "/nonexistent"), {}}};
    Admission m_admission{m_app, {.count = 1, .max_waiting = 1}};
    Routes m_routes{m_app, m_admission, ""};
    HeldBytes m_held{1U << 20U};
    ConnectionSite m_site{.routes = m_routes, .held = m_held, .limits = {}};
    boost::asio::io_context m_context;
    tcp::acceptor m_acceptor{m_context, {boost::asio::ip::address_v4::loopback(), 0}};
    std::vector<tcp::socket> m_clients;
    IoThread m_thread;
};

} // namespace

TEST_CASE("I/O thread: each connection that comes at once takes the place of another one")
{
    Crowd crowd{2};
    crowd.arrive(4);
    CHECK(crowd.answer(0).empty());
    CHECK(crowd.answer(1).empty());
    CHECK(crowd.is_open(2));
    CHECK(crowd.is_open(3));
}

TEST_CASE("I/O thread: those without a place are answered, up to a number")
{
    Crowd crowd{0};
    crowd.arrive(70);
    CHECK(crowd.answer(0).starts_with("HTTP/1.1 503"));
    CHECK(crowd.answer(63).starts_with("HTTP/1.1 503"));
    CHECK(crowd.answer(64).empty());
    CHECK(crowd.answer(69).empty());
}

TEST_CASE("I/O thread: ends although its clock has fired and its handler waits")
{
    App app{Config{ms::mapfile::parse_config_file("CONFIG END", "/nonexistent"), {}}};
    Admission admission{app, {.count = 1, .max_waiting = 1}};
    Routes routes{app, admission, ""};
    HeldBytes held{1U << 20U};
    ConnectionSite const site{.routes = routes, .held = held, .limits = {}};
    IoThread thread{site, 1};
    std::latch is_busy{1};
    std::latch has_to_end{1};
    boost::asio::post(thread.context(), [&] {
        is_busy.count_down();
        has_to_end.wait();
        // The clock fires meanwhile: its handler comes behind that of finish_soon().
        std::this_thread::sleep_for(std::chrono::milliseconds{300});
    });
    is_busy.wait();
    thread.finish_soon();
    has_to_end.count_down();
    thread.join(); // without an end the test has none either
}
