// SPDX-License-Identifier: MIT
#include "source/postgis/link/pool.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <thread>

namespace ms::source::postgis {

namespace {

constexpr std::chrono::milliseconds pause_between_attempts{50};
// For short questions, whether or not they are beyond the maximum.
constexpr std::size_t extra_connections = 2;

} // namespace

Lease& Lease::operator=(Lease&& other) noexcept
{
    if (this != &other) {
        give_back();
        m_pool = std::move(other.m_pool);
        m_request = other.m_request;
        m_connection = std::move(other.m_connection);
        m_connected = other.m_connected;
        m_close = other.m_close;
        m_is_extra = other.m_is_extra;
    }
    return *this;
}

void Lease::reconnect()
{
    m_connection.reset();
    m_connected.first = Connection::Clock::now();
    m_connection = m_pool->connect(*m_request);
    m_connected.second = Connection::Clock::now();
}

bool Lease::is_patient(Connection::Clock::time_point since) const
{
    if (Connection::Clock::now() - since >= m_pool->m_options.patience) {
        return false;
    }
    std::this_thread::sleep_for(pause_between_attempts);
    m_request->check();
    return true;
}

void Lease::stop_preparing() noexcept
{
    m_connection->stop_preparing();
    m_pool->m_keeps_statements = false;
}

void Lease::give_back() noexcept
{
    if (!m_pool) {
        return;
    }
    if (m_connection && (m_close || !m_connection->stop())) {
        m_connection.reset();
    }
    auto const pool = std::move(m_pool);
    pool->give_back(*m_request, std::move(m_connection), m_is_extra);
}

Pool::~Pool()
{
    m_idle.clear();
    m_open = 0;
    tell();
}

/// Updates the process's counts from this pool's. Call it with the mutex held.
void Pool::tell() noexcept
{
    if (m_options.counts) { // differences, also those below zero
        m_options.counts->open += m_open - m_told.open;
        m_options.counts->idle += m_idle.size() - m_told.idle;
        m_told = {m_open, m_idle.size()};
    }
}

SessionOptions Pool::session_options() const
{
    auto options = m_options.session;
    options.settings = options.settings && m_takes_settings;
    options.prepare = options.prepare && m_keeps_statements;
    return options;
}

/// A server that was there a moment ago and accepts no connections now is restarting: the first
/// request to notice waits for it. If it stays away, no request waits until it is back.
std::unique_ptr<Connection> Pool::connect(Deadline const& request)
{
    if (auto failure = known_silence()) {
        throw DatabaseFailure{std::move(*failure)};
    }
    auto const end = Clock::now() + m_options.patience;
    for (;;) {
        try {
            auto connection = std::make_unique<Connection>(m_conninfo, session_options(), request);
            note_success();
            m_was_there = true;
            m_takes_settings = m_takes_settings && connection->has_settings();
            return connection;
        } catch (DatabaseFailure const& error) {
            note_failure(error.failure);
            if (error.failure.is_full()) {
                throw;
            }
            if (!error.failure.is_passing() || !m_was_there || Clock::now() >= end) {
                m_was_there = false;
                throw;
            }
        }
        std::this_thread::sleep_for(pause_between_attempts);
        request.check();
    }
}

/// The failure, unless it is time that somebody tries again: the caller.
std::optional<Failure> Pool::known_silence()
{
    std::scoped_lock const lock{m_mutex};
    auto const now = Clock::now();
    if (!m_silence || now < m_silent_until) {
        return m_silence;
    }
    m_silent_until = now + m_options.silence;
    return std::nullopt;
}

void Pool::note_success()
{
    std::scoped_lock const lock{m_mutex};
    m_silence.reset();
}

void Pool::note_failure(Failure const& failure)
{
    constexpr std::chrono::seconds pause_when_full{1};
    std::scoped_lock const lock{m_mutex};
    if (failure.is_full()) {
        m_full_until = Clock::now() + pause_when_full;
    }
    if (failure.is_silence()) {
        m_silence = failure;
        m_silent_until = Clock::now() + m_options.silence;
    } else {
        m_silence.reset();
    }
}

void Pool::reach(Deadline const& request) noexcept
try {
    if (usage().open == 0) {
        (void)acquire_extra(request);
    }
} catch (std::exception const&) {
    return;
}

void Pool::erase_old()
{
    auto const now = Clock::now();
    auto const closed = std::erase_if(m_idle, [&](Idle const& idle) {
        return now - idle.connection->born() > m_options.life_time;
    });
    m_open -= closed;
    // The one idle for longest is first.
    while (m_idle.size() > m_options.min_connections &&
           now - m_idle.front().since > m_options.idle_time) {
        m_idle.erase(m_idle.begin());
        --m_open;
    }
}

void Pool::close_idle()
{
    std::scoped_lock const lock{m_mutex};
    erase_old();
    tell();
}

/// The most recently used connection that is still valid; closes invalid ones.
std::unique_ptr<Connection> Pool::pop_idle()
{
    erase_old();
    while (!m_idle.empty()) {
        auto connection = std::move(m_idle.back().connection);
        m_idle.pop_back();
        if (connection->is_alive()) {
            return connection;
        }
        --m_open;
    }
    return nullptr;
}

/// Takes a place for the request, with a connection that is idle or else a new one. Unlocks `lock`.
Lease Pool::occupy(Deadline const& request, std::unique_lock<std::mutex>& lock, bool is_extra)
{
    auto connection = pop_idle();
    if (!connection) {
        ++m_open;
    }
    ++m_shares[&request].held;
    m_extra += is_extra ? 1 : 0;
    tell();
    lock.unlock();
    Lease lease{shared_from_this(), request, std::move(connection), is_extra};
    if (!lease.operator->()) {
        lease.reconnect(); // if it throws, the lease gives the place back
    }
    return lease;
}

Lease Pool::try_acquire(Deadline const& request)
{
    std::unique_lock lock{m_mutex};
    auto const share = m_shares.find(&request);
    if (share != m_shares.end() && (share->second.held >= m_options.max_connections_per_request ||
                                    !share->second.waiters.empty())) {
        return {};
    }
    if (m_idle.empty() && !may_open(false)) {
        return {};
    }
    return occupy(request, lock, false);
}

Lease Pool::acquire(Deadline const& request)
{
    return acquire(request, false);
}

Lease Pool::acquire_extra(Deadline const& request)
{
    return acquire(request, true);
}

Lease Pool::acquire(Deadline const& request, bool is_extra)
{
    auto const end = Clock::now() + m_options.wait;
    for (;;) {
        std::unique_lock lock{m_mutex};
        wait_for_place(lock, request, end, is_extra);
        try {
            return occupy(request, lock, is_extra);
        } catch (DatabaseFailure const& error) {
            if (!error.failure.is_full() || usage().open == 0) {
                throw;
            }
        }
    }
}

/// False while the server has no free connections, unless the pool has none to wait for.
bool Pool::may_open(bool is_extra) const
{
    bool const is_below =
        m_open < m_options.max_connections || (is_extra && m_extra < extra_connections);
    return m_open == 0 || (is_below && Clock::now() >= m_full_until);
}

/// Clients that read slowly, or not at all, must not keep all connections from the others: the
/// request that has been waiting for its client for longest gives way.
void Pool::relieve_one()
{
    constexpr std::chrono::milliseconds interval{500}; // the one before may be on its way out
    if (Clock::now() - m_relieved < interval) {
        return;
    }
    auto const slowest = std::ranges::max_element(
        m_shares, {}, [](auto const& share) { return share.first->paused(); });
    if (slowest != m_shares.end() && slowest->first->paused() >= m_options.slow_client) {
        slowest->first->give_way();
        m_relieved = Clock::now();
    }
}

void Pool::wait_for_place(std::unique_lock<std::mutex>& lock, Deadline const& request,
                          Clock::time_point end, bool is_extra)
{
    auto const may_go = [&] {
        auto const share = m_shares.find(&request);
        bool const holds_some = share != m_shares.end() && share->second.held > 0;
        return !m_idle.empty() || may_open(is_extra) ||
               (holds_some && Clock::now() >= m_full_until);
    };
    auto const begin = Clock::now();
    while (!may_go()) {
        if (Clock::now() - begin >= m_options.relief) {
            relieve_one();
        }
        constexpr std::chrono::milliseconds slice{
            50}; // maximum delay until a cancelled request is noticed
        m_freed.wait_for(lock, slice);
        request.check();
        if (Clock::now() > end) {
            throw DatabaseFailure{
                {FailureKind::Busy, "", "all connections of the pool are in use"}};
        }
    }
}

void Pool::enqueue(Deadline const& request, Waiter& waiter)
{
    std::scoped_lock const lock{m_mutex};
    m_shares[&request].waiters.push_back(&waiter);
}

void Pool::remove(Deadline const& request, Waiter& waiter) noexcept
{
    std::scoped_lock const lock{m_mutex};
    auto const share = m_shares.find(&request);
    if (share != m_shares.end()) {
        std::erase(share->second.waiters, &waiter);
        forget_if_unused(request);
    }
}

void Pool::forget_if_unused(Deadline const& request)
{
    auto const share = m_shares.find(&request);
    if (share != m_shares.end() && share->second.held == 0 && share->second.waiters.empty()) {
        m_shares.erase(share);
    }
}

Waiter* Pool::next_waiter(Deadline const& request)
{
    auto const share = m_shares.find(&request);
    if (share == m_shares.end() || share->second.waiters.empty()) {
        return nullptr;
    }
    auto* const waiter = share->second.waiters.front();
    share->second.waiters.pop_front();
    return waiter;
}

void Pool::give_back(Deadline const& request, std::unique_ptr<Connection> connection,
                     bool is_extra) noexcept
{
    std::unique_lock lock{m_mutex};
    m_extra -= is_extra ? 1 : 0;
    // One beyond the maximum was for a question, not for rows.
    bool const may_stay = connection && !(is_extra && m_open > m_options.max_connections);
    if (auto* const waiter = may_stay ? next_waiter(request) : nullptr) {
        lock.unlock(); // the place stays with the request
        waiter->take_turn(Lease{shared_from_this(), request, std::move(connection)});
        return;
    }
    --m_shares[&request].held;
    forget_if_unused(request);
    if (connection && m_open <= m_options.max_connections) {
        m_idle.push_back({std::move(connection), Clock::now()});
    } else {
        --m_open;
    }
    tell();
    lock.unlock();
    m_freed.notify_one();
}

void Pool::warm_up(std::size_t count, Deadline const& request)
{
    std::vector<Lease> leases;
    while (leases.size() < std::min(count, m_options.max_connections)) {
        leases.push_back(acquire(request));
        (void)leases.back()->run({"SELECT ST_AsBinary(ST_MakeEnvelope(0,0,1,1))", {}}, request);
    }
}

void Pool::close_unused()
{
    std::scoped_lock const lock{m_mutex};
    m_open -= m_idle.size();
    m_idle.clear();
    tell();
}

Pool::Usage Pool::usage()
{
    std::scoped_lock const lock{m_mutex};
    return {m_open, m_idle.size()};
}

} // namespace ms::source::postgis
