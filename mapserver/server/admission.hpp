// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What stands between a front end with many connections and the server.

#include "server/app.hpp"
#include "server/single_flight.hpp"
#include "server/worker_pool.hpp"

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

    Admission(App& app, Workers const& workers);

    /// Shared with whoever asked the same: a picture is not copied for each of them. What is
    /// refused has status 503 and Retry-After. \throws std::bad_alloc only
    [[nodiscard]] SingleFlight::Answer answer(http::Request const& request);

    /// How many wait for the answer to this request that is being made now.
    [[nodiscard]] std::size_t waiting_for(http::Request const& request);

private:
    [[nodiscard]] http::Response answer_on_a_worker(http::Request const& request);
    struct Shared {
        SingleFlight::Answer answer;
        bool is_made_here = false;
    };
    [[nodiscard]] Shared answer_once(http::Request const& request, std::string const& key);

    App& m_app;
    SingleFlight m_flights;
    std::optional<WorkerPool> m_workers;
};

} // namespace ms::server
