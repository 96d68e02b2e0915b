// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Merges identical concurrent requests: one answer for all.

#include "http/response.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ms::server {

/// Stores nothing beyond the answer: this is not a cache. No call blocks. Thread safe.
class SingleFlight {
public:
    using Answer = std::shared_ptr<http::Response const>;

    struct Passenger {
        std::function<bool()> is_gone;           ///< whether the client has gone; empty: unknown
        std::function<void(Answer const&)> take; ///< called once, by land()
    };

    /// A request in progress, and all clients that wait for its answer.
    class Flight {
    public:
        explicit Flight(std::string key) : m_key(std::move(key)) {}

    private:
        friend class SingleFlight;
        std::string m_key;
        std::vector<Passenger> m_passengers; ///< guarded by the mutex; only grows until landed
        bool m_is_given_up = false;          ///< guarded by the mutex; closed for boarding
    };

    /// \returns the flight, which the caller must land() in any case; null if an equal request is
    /// in progress: its answer comes then
    [[nodiscard]] std::shared_ptr<Flight> board(std::string const& key, Passenger passenger);

    /// Whether no client waits for the answer any more. Later identical requests are answered anew.
    [[nodiscard]] bool are_all_gone(Flight& flight);

    /// Gives the answer to all, to the one who boarded first at last.
    void land(Flight& flight, Answer const& answer);

    /// Gives an answer to all but the first passenger, and closes the flight.
    void land_others(Flight& flight, Answer const& answer);

    /// The number of clients that wait for the answer, including the one whose request makes it.
    [[nodiscard]] std::size_t passengers(std::string const& key);

private:
    /// Under the lock. Closes the flight; another one may start with the same key.
    void close(Flight const& flight);

    std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<Flight>, std::less<>> m_under_way;
};

} // namespace ms::server
