// SPDX-License-Identifier: MIT
#include "load/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ms::load {

namespace {

/// "1:05", "2:00:00"
std::string clock_text(double seconds)
{
    auto const whole = std::lround(std::clamp(seconds, 0.0, 1e9));
    return whole < 3600 ? fmt::format("{}:{:02}", whole / 60, whole % 60)
                        : fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

} // namespace

std::string progress_line(std::size_t answered, std::size_t expected, double seconds,
                          std::string_view step, std::size_t width)
{
    constexpr std::size_t steps = 20;
    std::string line;
    if (expected == 0) {
        line = fmt::format("{} answers in {}", answered, clock_text(seconds));
    } else {
        auto const part =
            std::min(static_cast<double>(answered) / static_cast<double>(expected), 1.0);
        auto const full = static_cast<std::size_t>(part * steps);
        line = fmt::format("[{:#<{}}{:-<{}}] {:3.0f} %", "", full, "", steps - full, part * 100);
        if (answered > 0) {
            line += fmt::format(", {} left", clock_text(seconds / part - seconds));
        }
    }
    line += step.empty() ? "" : fmt::format(": {}", step);
    return line.substr(0, width);
}

void Progress::expect(std::size_t answers)
{
    std::scoped_lock const lock{m_mutex};
    m_expected = answers;
}

void Progress::step(std::string const& text)
{
    std::scoped_lock const lock{m_mutex};
    m_step = text;
    if (m_is_terminal) {
        draw(Clock::now());
    } else {
        fmt::print(m_out, "mapload: {}\n", text);
    }
}

void Progress::answered()
{
    ++m_answered;
    auto const now = Clock::now();
    if (!m_is_terminal || now < m_next.load(std::memory_order_relaxed)) {
        return;
    }
    std::unique_lock const lock{m_mutex, std::try_to_lock}; // another client is drawing
    if (lock) {
        draw(now);
    }
}

void Progress::draw(Clock::time_point now)
{
    auto const seconds = std::chrono::duration<double>(now - m_start).count();
    fmt::print(m_out, "\r{}\x1b[K", progress_line(m_answered, m_expected, seconds, m_step));
    std::fflush(m_out);
    m_is_drawn = true;
    m_next = now + std::chrono::milliseconds{100};
}

void Progress::clear()
{
    std::scoped_lock const lock{m_mutex};
    if (m_is_drawn) {
        fmt::print(m_out, "\r\x1b[K");
        std::fflush(m_out);
        m_is_drawn = false;
    }
}

} // namespace ms::load
