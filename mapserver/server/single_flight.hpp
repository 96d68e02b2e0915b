// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// One answer for everybody who asks the same at the same time.

#include "base/error.hpp"
#include "http/response.hpp"

#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

namespace ms::server {

/// Nothing is kept beyond the moment of the answer: this is no cache. Thread safe.
class SingleFlight {
public:
    using Answer = std::shared_ptr<http::Response const>;

    /// Whether a client has gone; empty: cannot be told.
    using IsGone = std::function<bool()>;
    /// Makes an answer; may ask meanwhile whether everybody who wants it has gone.
    using Make = std::function<http::Response(IsGone const& all_gone)>;

    /// Calls `make` unless an equal request is being answered; waits for that answer then.
    /// When `make` throws, its caller gets that and everybody else an Error (or std::bad_alloc) of
    /// their own which says the same: no thread sees another's exception object.
    [[nodiscard]] Answer run(std::string const& key, IsGone const& is_gone, Make const& make);

    /// How many wait for the answer that is being made, its maker among them.
    [[nodiscard]] std::size_t passengers(std::string const& key);

private:
    struct Failure {
        ErrorKind kind = ErrorKind::Internal;
        std::string message;
        bool is_out_of_memory = false;
    };
    using Outcome = std::variant<Answer, Failure>;

    struct Flight {
        std::shared_future<Outcome> outcome;
        std::vector<IsGone> passengers; ///< guarded by m_mutex; only grows
        bool is_given_up = false;       ///< guarded by m_mutex; nobody boards any more
    };

    /// Of the exception being handled.
    [[nodiscard]] static Failure current_failure() noexcept;
    [[nodiscard]] static Answer answer_of(Outcome const& outcome);
    [[nodiscard]] bool are_all_gone(std::string const& key, Flight& flight);
    /// Under the lock. Nobody boards any more; another flight may start under the key.
    void close(std::string const& key, Flight const& flight);
    void land(std::string const& key, Flight const& flight);

    std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<Flight>> m_under_way;
};

} // namespace ms::server
