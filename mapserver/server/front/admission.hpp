// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Limits how much of the work of a front end's connections reaches the server.

#include "server/app/app.hpp"
#include "server/front/single_flight.hpp"
#include "server/front/worker_pool.hpp"

#include <functional>
#include <optional>

namespace ms::server {

/// Answers identical concurrent requests once, and limits the number of requests in progress and in
/// the queue; the rest get 503, as a server that accepts everything answers nothing in time. Thread
/// safe.
class Admission {
public:
    /// The workers that answer requests.
    struct Workers {
        std::size_t count = 0;         ///< 0: on the calling threads
        std::size_t max_waiting = 192; ///< more than these get 503
    };
    using Answer = SingleFlight::Answer;
    using Take = std::function<void(Answer const&)>;

    Admission(App& app, Workers const& workers);

    /// \param take receives the answer, once: on a worker, or before start() returns. The answer is
    ///             shared by identical requests: an image is not copied for each of them. Rejected
    ///             requests get status 503 and Retry-After. Must not throw.
    void start(http::Request request, Take take);

    /// The same for front ends whose threads wait. \throws std::bad_alloc only
    [[nodiscard]] Answer answer(http::Request const& request);

    /// The number of requests that wait for the answer to this request in progress.
    [[nodiscard]] std::size_t waiting_for(http::Request const& request);

private:
    using SharedRequest = std::shared_ptr<http::Request const>;
    /// \param is_joined the answer was made for an equal request of another client
    using TakeShared = std::function<void(Answer const&, bool is_joined)>;

    void run(std::function<void()> task, Take const& refused);
    void answer_alone(SharedRequest const& request, Take const& take);
    void answer_once(std::string const& key, SharedRequest const& request, TakeShared take);
    void make_for_all(std::shared_ptr<SingleFlight::Flight> const& flight,
                      http::Request const& request);
    void note_joined(http::Request const& request, Answer const& answer,
                     Trace::Clock::time_point begin, bool is_joined);

    App& m_app;
    SingleFlight m_flights;
    Answer m_failure;                    ///< made beforehand, for when memory is exhausted
    std::optional<WorkerPool> m_workers; ///< last: its tasks use the others
};

} // namespace ms::server
