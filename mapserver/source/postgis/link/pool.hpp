// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Pools the connections to one database, shared by all threads.

#include "base/deadline.hpp"
#include "source/postgis/link/connection.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ms::source::postgis {

/// The connections of all pools of a process.
struct ConnectionCounts {
    std::atomic<std::size_t> open{0}; ///< idle, in use or being opened
    std::atomic<std::size_t> idle{0};
};

struct PoolOptions {
    std::size_t max_connections = 16;            ///< to one database, from this process
    std::size_t max_connections_per_request = 4; ///< of those, for the layers of one map
    std::size_t min_connections = 0; ///< opened before they are needed, and not closed for idleness
    std::chrono::milliseconds wait{10000};       ///< for a free connection
    std::chrono::milliseconds relief{1000};      ///< after it, slow clients give way
    std::chrono::milliseconds slow_client{2000}; ///< takes so long for a megabyte, and gives way
    std::chrono::seconds idle_time{300};         ///< an unused connection is closed after it
    std::chrono::seconds life_time{3600};        ///< any connection is replaced after it
    std::chrono::milliseconds patience{5000};    ///< for a server that was there and refuses now
    /// After a connection was not made in time, only one request in so long tries again; others
    /// fail at once instead of waiting for a host that does not answer.
    std::chrono::milliseconds silence{5000};
    SessionOptions session;
    std::shared_ptr<ConnectionCounts> counts{}; ///< updated; may be null
};

class Pool;

/// A connection in use. Returned to the pool on destruction; belongs to one thread at a time.
class Lease {
public:
    Lease() = default;
    /// \param is_extra it came from acquire_extra()
    Lease(std::shared_ptr<Pool> pool, Deadline const& request,
          std::unique_ptr<Connection> connection, bool is_extra = false)
        : m_pool(std::move(pool)), m_request(&request), m_connection(std::move(connection)),
          m_is_extra(is_extra)
    {}
    Lease(Lease&& other) noexcept = default;
    Lease& operator=(Lease&& other) noexcept;
    ~Lease() { give_back(); }

    explicit operator bool() const noexcept { return m_pool != nullptr; }
    Connection& operator*() const noexcept { return *m_connection; }
    Connection* operator->() const noexcept { return m_connection.get(); }

    /// Puts a new connection in the place of a broken one. \throws DatabaseFailure
    void reconnect();
    /// When the connection was made for this lease; both the same when it was there already.
    [[nodiscard]] std::pair<Connection::Clock::time_point, Connection::Clock::time_point>
    connected() const noexcept
    {
        return m_connected;
    }
    /// Whether to retry with a server that first failed at `since`; pauses for a moment. A proxy
    /// between us and the server accepts connections even without it. \throws Error{Limit}
    [[nodiscard]] bool is_patient(Connection::Clock::time_point since) const;
    /// A pooler loses prepared statements: this connection, and later ones, prepare no more.
    void stop_preparing() noexcept;
    /// Closes the connection instead of keeping it for the next.
    void close_afterwards() noexcept { m_close = true; }
    void give_back() noexcept;

private:
    std::shared_ptr<Pool> m_pool;
    Deadline const* m_request = nullptr;
    std::unique_ptr<Connection> m_connection;
    std::pair<Connection::Clock::time_point, Connection::Clock::time_point> m_connected{};
    bool m_close = false;
    bool m_is_extra = false;
};

/// A query of a request that could not start at once. Its turn comes when the same request gives a
/// connection back; it runs in that request's thread.
class Waiter {
public:
    virtual ~Waiter() = default;
    /// Must not throw; errors are stored until the rows are read.
    virtual void take_turn(Lease lease) noexcept = 0;
};

/// A bounded number of connections. A request is known by its Deadline.
class Pool : public std::enable_shared_from_this<Pool> {
public:
    Pool(std::string conninfo, PoolOptions const& options)
        : m_conninfo(std::move(conninfo)), m_options(options)
    {}
    ~Pool();
    Pool(Pool const&) = delete;
    Pool& operator=(Pool const&) = delete;

    [[nodiscard]] std::string const& conninfo() const noexcept { return m_conninfo; }

    /// An idle or new connection, or none: the request has its share, other requests wait for the
    /// pool, or all are in use.
    /// \throws DatabaseFailure if a new connection cannot be made
    [[nodiscard]] Lease try_acquire(Deadline const& request);
    /// Waits for a connection. A request that already holds some gets one beyond the maximum
    /// instead of waiting, since it might wait for itself. After a second, requests whose clients
    /// do not read give way to it, one after another.
    /// \throws DatabaseFailure; Error{Limit} if none becomes free in time
    [[nodiscard]] Lease acquire(Deadline const& request);

    /// For short questions: those who hold all connections may wait for the answer, so two of them
    /// at a time never wait, however many are in use.
    /// \throws as acquire()
    [[nodiscard]] Lease acquire_extra(Deadline const& request);

    void enqueue(Deadline const& request, Waiter& waiter);
    void remove(Deadline const& request, Waiter& waiter) noexcept;

    /// Opens connections until `count` are open, and loads PostGIS in each.
    void warm_up(std::size_t count, Deadline const& request);

    /// Opens the first connection, and keeps it for the next request. Errors are those of
    /// whoever needs it then.
    void reach(Deadline const& request) noexcept;

    /// Closes connections that were idle for too long.
    void close_idle();
    /// Closes all idle connections, even young ones.
    void close_unused();

    struct Usage {
        std::size_t open = 0;
        std::size_t idle = 0;
    };
    [[nodiscard]] Usage usage();

private:
    friend class Lease;
    using Clock = Connection::Clock;

    struct Idle {
        std::unique_ptr<Connection> connection;
        Clock::time_point since;
    };
    struct Share {
        std::size_t held = 0;
        std::deque<Waiter*> waiters;
    };

    [[nodiscard]] std::unique_ptr<Connection> connect(Deadline const& request);
    [[nodiscard]] std::optional<Failure> known_silence();
    void note_success();
    void note_failure(Failure const& failure);
    [[nodiscard]] SessionOptions session_options() const;
    void erase_old();
    [[nodiscard]] std::unique_ptr<Connection> pop_idle();
    [[nodiscard]] Lease occupy(Deadline const& request, std::unique_lock<std::mutex>& lock,
                               bool is_extra);
    [[nodiscard]] Lease acquire(Deadline const& request, bool is_extra);
    void relieve_one();
    void wait_for_place(std::unique_lock<std::mutex>& lock, Deadline const& request,
                        Clock::time_point end, bool is_extra);
    [[nodiscard]] bool may_open(bool is_extra) const;
    void tell() noexcept;
    void forget_if_unused(Deadline const& request);
    void give_back(Deadline const& request, std::unique_ptr<Connection> connection,
                   bool is_extra) noexcept;
    Waiter* next_waiter(Deadline const& request);

    std::string m_conninfo;
    PoolOptions m_options;
    std::mutex m_mutex;
    std::condition_variable m_freed;
    std::vector<Idle> m_idle;         ///< the one used last at the end
    std::size_t m_open = 0;           ///< idle, in use or being opened
    std::size_t m_extra = 0;          ///< leases of acquire_extra()
    Usage m_told;                     ///< its share in the process's counts
    Clock::time_point m_full_until{}; ///< the server refused one more connection
    std::optional<Failure> m_silence; ///< why the last connection was not made, if that took long
    Clock::time_point m_silent_until{};
    std::map<Deadline const*, Share> m_shares;
    Clock::time_point m_relieved{};       ///< when the last request was made to give way
    std::atomic<bool> m_was_there{false}; ///< the server took our last connection
    std::atomic<bool> m_takes_settings{true};
    std::atomic<bool> m_keeps_statements{true};
};

} // namespace ms::source::postgis
