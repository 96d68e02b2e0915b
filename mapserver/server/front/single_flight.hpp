// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// One answer for everybody who asks the same at the same time.

#include "http/response.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ms::server {

/// Nothing is kept beyond the moment of the answer: this is no cache. No call blocks. Thread safe.
class SingleFlight {
public:
    using Answer = std::shared_ptr<http::Response const>;

    struct Passenger {
        std::function<bool()> is_gone; ///< whether the client has gone; empty: cannot be told
        std::function<void(Answer const&)> take; ///< called once, by land()
    };

    /// A request that is being answered, and everybody who wants its answer.
    class Flight {
    public:
        explicit Flight(std::string key) : m_key(std::move(key)) {}

    private:
        friend class SingleFlight;
        std::string m_key;
        std::vector<Passenger> m_passengers; ///< guarded by the mutex; only grows until landed
        bool m_is_given_up = false;          ///< guarded by the mutex; nobody boards any more
    };

    /// \returns the flight, which the caller has to land() whatever happens; null when an equal
    ///          request is being answered: its answer comes then
    [[nodiscard]] std::shared_ptr<Flight> board(std::string const& key, Passenger passenger);

    /// Whether nobody waits for the answer any more. Who asks the same later is answered anew.
    [[nodiscard]] bool are_all_gone(Flight& flight);

    /// Gives the answer to all, to the one who boarded first at last.
    void land(Flight& flight, Answer const& answer);

    /// Gives an answer to all but the one who boarded first; nobody boards any more.
    void land_others(Flight& flight, Answer const& answer);

    /// How many wait for the answer that is being made, its maker among them.
    [[nodiscard]] std::size_t passengers(std::string const& key);

private:
    /// Under the lock. Nobody boards any more; another flight may start under the key.
    void close(Flight const& flight);

    std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<Flight>, std::less<>> m_under_way;
};

} // namespace ms::server
