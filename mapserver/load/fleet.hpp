// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Runs clients that send requests to one server concurrently.

#include "load/client.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace ms::load {

/// A server under test.
struct Target {
    std::string name; ///< of its column
    std::string url;  ///< of a map, without what a protocol appends
    std::string
        about; ///< program, version, web server, database: numbers are meaningless without it
    std::string pooler{}; ///< libpq conninfo of the pgbouncer in front of its database; may be ""
};

/// The result of one request.
struct Outcome {
    double seconds = 0;
    std::size_t bytes = 0;
    bool is_good = false;
    Timings timings;
    double begin = 0;          ///< seconds since the round began
    double server_seconds = 0; ///< as the server reports; 0: not reported
};

struct Round {
    std::vector<Outcome> outcomes; ///< in the order of the URLs; those after a stop are missing
    double seconds = 0;            ///< from the first request to the last answer
    std::string first_failure;     ///< "" when all was well

    [[nodiscard]] std::size_t errors() const noexcept;
    [[nodiscard]] double per_second() const noexcept;       ///< successful ones: errors are fast
    [[nodiscard]] std::vector<double> milliseconds() const; ///< of successful requests
    [[nodiscard]] double mean_bytes() const noexcept;
};

/// Why an answer is a failure, in one line of printable characters: the server's message if it has
/// one.
[[nodiscard]] std::string failure_of(Reply const& reply);

/// The kind of answer that is a success.
enum class Expected : std::uint8_t {
    Image,   ///< only images
    Answer,  ///< status 200
    Response ///< anything but no answer and a failure of the server (5xx)
};

/// As many connections as clients, kept open between rounds.
class Fleet {
public:
    /// \throws Error{BadRequest} for unsupported URLs
    Fleet(Target const& target, std::size_t clients, std::chrono::seconds limit,
          Expected expected = Expected::Image);

    /// Every URL once: a client takes the next when it has read its answer. Returns when all are
    /// answered, or when `stop` has become true and the requests under way are.
    /// \param on_answer is called from many threads; may be empty
    [[nodiscard]] Round run(std::span<std::string const> urls, std::atomic<bool> const& stop,
                            std::function<void()> const& on_answer = {});

    [[nodiscard]] std::size_t clients() const noexcept { return m_clients.size(); }

    /// From the next round on.
    void expect(Expected expected) noexcept { m_expected = expected; }

private:
    std::vector<std::unique_ptr<Client>> m_clients;
    Expected m_expected;
};

} // namespace ms::load
