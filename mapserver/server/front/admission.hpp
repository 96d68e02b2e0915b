// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What stands between a front end with many connections and the server.

#include "server/app/app.hpp"
#include "server/front/single_flight.hpp"
#include "server/front/worker_pool.hpp"

#include <functional>
#include <optional>

namespace ms::server {

/// Identical requests at the same time are answered once, so many are answered at once, so many
/// wait, and the rest are told to come again: a server that takes on everything answers nothing in
/// time. Thread safe.
class Admission {
public:
    /// Where requests are answered.
    struct Workers {
        std::size_t count = 0;         ///< 0: on the threads that ask
        std::size_t max_waiting = 192; ///< more than these get 503
    };
    using Answer = SingleFlight::Answer;
    using Take = std::function<void(Answer const&)>;

    Admission(App& app, Workers const& workers);

    /// \param take gets the answer, once: on a worker, or before start() returns. Shared with
    ///             whoever asked the same: an image is not copied for each of them. What is refused
    ///             has status 503 and Retry-After. Must not throw.
    void start(http::Request request, Take take);

    /// The same for front ends whose threads wait. \throws std::bad_alloc only
    [[nodiscard]] Answer answer(http::Request const& request);

    /// How many wait for the answer to this request that is being made now.
    [[nodiscard]] std::size_t waiting_for(http::Request const& request);

private:
    using SharedRequest = std::shared_ptr<http::Request const>;
    /// \param is_joined the answer was made for an equal request of another client
    using TakeShared = std::function<void(Answer const&, bool is_joined)>;

    void run(std::function<void()> task, Take const& refused);
    void answer_alone(SharedRequest const& request, Take const& take);
    void answer_once(std::string const& key, SharedRequest const& request, TakeShared take);
    void note_joined(http::Request const& request, Answer const& answer,
                     Trace::Clock::time_point begin, bool is_joined);

    App& m_app;
    SingleFlight m_flights;
    std::optional<WorkerPool> m_workers; ///< last: its tasks use the others
};

} // namespace ms::server
