// SPDX-License-Identifier: MIT
#include "server/front/io_threads.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

namespace ms::server {

namespace asio = boost::asio;

namespace {

/// Interval of deadline checks: a timer for each connection would be set twice per request.
constexpr std::chrono::milliseconds tick{250};

/// Of one thread, beyond its maximum of connections: those that are answered with 503.
/// More are closed without a word.
constexpr std::size_t max_turned_away = 64;

} // namespace

IoThread::IoThread(ConnectionSite const& site, std::size_t max_connections)
    : m_site(site), m_max_connections(max_connections), m_work(m_context.get_executor()),
      m_clock(m_context), m_thread([this] { m_context.run(); })
{}

IoThread::~IoThread()
{
    if (m_thread.joinable()) {
        finish_soon();
        join();
    }
}

void IoThread::join()
{
    m_thread.join();
}

void IoThread::close_late_ones()
{
    auto const now = Connection::Clock::now();
    for (auto const& connection : m_connections) {
        connection->close_if_late(now);
    }
}

void IoThread::look_at_clock()
{
    m_looks_at_clock = true;
    m_clock.expires_after(tick);
    m_clock.async_wait([this](boost::system::error_code error) {
        // An expired timer that waits for its turn cannot be cancelled any more.
        if (error || is_done()) {
            return;
        }
        auto const had_to_drop = m_drops != m_site.held.drops();
        close_late_ones();
        if (had_to_drop) { // since the last tick: the bytes are free by the next
            m_drops = m_site.held.drops();
            m_trims_next = true;
        } else if (std::exchange(m_trims_next, false)) {
            m_site.routes.give_back_memory();
        }
        m_looks_at_clock = false;
        if (!m_connections.empty() || m_trims_next) { // a thread without any may sleep
            look_at_clock();
        }
    });
}

void IoThread::finish_soon()
{
    asio::post(m_context, [this] {
        m_stops = true;
        for (auto const& connection : m_connections) {
            connection->finish_soon();
        }
        end_if_done();
    });
}

bool IoThread::is_done() const noexcept
{
    return m_stops && m_connections.empty();
}

void IoThread::end_if_done()
{
    if (is_done()) {
        m_clock.cancel();
        m_work.reset();
    }
}

/// \returns whether a connection may be added
bool IoThread::make_room()
{
    if (m_connections.size() < m_max_connections) {
        return true;
    }
    std::shared_ptr<Connection> victim;
    for (auto const& each : m_connections) {
        if (each->phase() <= Connection::Phase::Receiving &&
            (!victim || std::pair{each->phase(), each->since()} <
                            std::pair{victim->phase(), victim->since()})) {
            victim = each;
        }
    }
    if (victim) {
        victim->abort();
    }
    return victim != nullptr;
}

void IoThread::start(std::shared_ptr<Connection> const& connection, bool is_welcome)
{
    m_connections.insert(connection);
    if (!m_looks_at_clock) {
        look_at_clock();
    }
    asio::co_spawn(m_context, is_welcome ? connection->serve() : connection->turn_away(),
                   [this, connection](std::exception_ptr const&) {
                       m_connections.erase(connection);
                       end_if_done();
                   });
}

void IoThread::admit(asio::ip::tcp::socket socket)
{
    if (is_done()) {
        return; // nobody would look at the clock for it
    }
    bool const has_room = !m_stops && make_room();
    if (!has_room && m_connections.size() >= m_max_connections + max_turned_away) {
        return;
    }
    start(std::make_shared<Connection>(std::move(socket), m_site), has_room);
}

} // namespace ms::server
