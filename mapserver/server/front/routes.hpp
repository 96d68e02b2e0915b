// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Routes URLs: maps, files, and the pages for operators.

#include "server/front/admission.hpp"
#include "server/front/reply.hpp"
#include "server/front/request_reader.hpp"
#include "server/front/static_files.hpp"
#include "server/front/worker_pool.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace ms::server {

/// A request as it came over a connection.
struct Arrival {
    RequestHead head;
    std::string body;
    std::string peer;                   ///< numeric address of the other end
    std::function<bool()> is_abandoned; ///< whether the client has gone; from any thread
};

struct RequestTarget; // routes.cpp

/// Thread safe.
class Routes {
public:
    using Take = std::function<void(Reply)>;

    /// \param static_folder served under /static/; "": disabled
    Routes(App& app, Admission& admission, std::string const& static_folder);

    /// Does not block. \param take gets the reply, once, on any thread, perhaps before this returns
    void answer(Arrival arrival, Take const& take) noexcept;

    /// For bytes that are not a valid request. \param status see RequestReader::refusal()
    [[nodiscard]] static Reply refusal(int status);

    /// Returns freed memory to the system, soon. Called after much was dropped.
    void give_back_memory();

    /// A line for the log of each request.
    void log_access(std::string const& peer, RequestHead const& head, Reply const& reply,
                    std::chrono::steady_clock::duration taken);

private:
    void route(Arrival arrival, Take const& take);
    bool route_operators_page(std::string const& path, Take const& take);
    void answer_file(FileRequest request, Take const& take);
    void answer_map(Arrival arrival, RequestTarget const& target, Take const& take);
    void run_errand(WorkerPool& pool, std::function<void()> errand, Take const& take);

    App& m_app;
    Admission& m_admission;
    std::string m_proxies;
    bool m_has_metrics;
    std::optional<StaticFiles> m_files;
    // Tasks that may wait for a disk, but not for a map. Last: they use the others.
    WorkerPool
        m_file_errands;  ///< reading and compressing files of --static, which may take seconds
    WorkerPool m_checks; ///< whether the process is ready, and its memory
};

} // namespace ms::server
