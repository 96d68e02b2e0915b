// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Shows the progress of a load test.

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>

namespace ms::load {

/// "[#####---------------]  25 %, 1:30 left: zoom 4, 5 clients"; of a test whose length is not
/// known (`expected` is 0) "1200 answers in 0:30: ...". No longer than `width` bytes.
[[nodiscard]] std::string progress_line(std::size_t answered, std::size_t expected, double seconds,
                                        std::string_view step, std::size_t width = 79);

/// On a terminal a line that is written over ten times a second, elsewhere a line for each step.
/// Thread safe.
class Progress {
public:
    /// \param out stays open while this lives
    Progress(std::FILE* out, bool is_terminal) : m_out(out), m_is_terminal(is_terminal) {}
    ~Progress() { clear(); }
    Progress(Progress const&) = delete;
    Progress& operator=(Progress const&) = delete;

    /// Sets the expected number of answers. Without it the number is unknown.
    void expect(std::size_t answers);
    /// Sets the description of the current measurement.
    void step(std::string const& text);
    void answered();
    /// Clears the bar, so that other output does not follow it on the same line.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    void draw(Clock::time_point now);

    std::FILE* m_out;
    bool m_is_terminal;
    Clock::time_point m_start = Clock::now();
    std::atomic<std::size_t> m_answered{0};
    std::atomic<Clock::time_point> m_next{Clock::time_point{}}; ///< when the line is drawn again
    std::mutex m_mutex;
    std::size_t m_expected = 0;
    std::string m_step;
    bool m_is_drawn = false;
};

} // namespace ms::load
