// SPDX-License-Identifier: MIT
#include "load/histogram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace ms::load {

namespace {

constexpr unsigned step_bits = 7; // 128 steps
constexpr std::uint64_t steps = 1U << step_bits;
constexpr std::uint64_t longest_us = 1ULL << 40U; // twelve days

/// Values below `steps` have separate steps; of the others the highest bit and the next seven
/// matter.
std::size_t step_of(std::uint64_t us) noexcept
{
    if (us < steps) {
        return us;
    }
    auto const shift = static_cast<unsigned>(std::bit_width(us)) - step_bits - 1;
    return (shift + 1) * steps + ((us >> shift) - steps);
}

/// The largest value of a step.
std::uint64_t end_of(std::size_t step) noexcept
{
    if (step < steps) {
        return step;
    }
    auto const shift = static_cast<unsigned>(step / steps) - 1;
    return ((step % steps + steps + 1) << shift) - 1;
}

} // namespace

void Histogram::record(double milliseconds)
{
    auto const us = static_cast<std::uint64_t>(
        std::llround(std::clamp(milliseconds * 1e3, 0.0, static_cast<double>(longest_us))));
    auto const step = step_of(us);
    if (step >= m_counts.size()) {
        m_counts.resize(step + 1);
    }
    ++m_counts[step];
    ++m_count;
    m_max_us = std::max(m_max_us, us);
}

double Histogram::at(double part) const noexcept
{
    auto const expected = static_cast<std::uint64_t>(
        std::ceil(std::clamp(part, 0.0, 1.0) * static_cast<double>(m_count)));
    std::uint64_t seen = 0;
    for (std::size_t step = 0; step < m_counts.size(); ++step) {
        seen += m_counts[step];
        if (seen >= expected && seen > 0) {
            return static_cast<double>(std::min(end_of(step), m_max_us)) * 1e-3;
        }
    }
    return 0;
}

std::string Histogram::to_hgrm() const
{
    std::string text = fmt::format("{:>12} {:>14} {:>10} {:>14}\n\n", "Value", "Percentile",
                                   "TotalCount", "1/(1-Percentile)");
    std::uint64_t seen = 0;
    for (std::size_t step = 0; step < m_counts.size(); ++step) {
        if (m_counts[step] == 0) {
            continue;
        }
        seen += m_counts[step];
        double const part = static_cast<double>(seen) / static_cast<double>(m_count);
        double const value = static_cast<double>(std::min(end_of(step), m_max_us)) * 1e-3;
        text += fmt::format("{:12.3f} {:14.12f} {:10} ", value, part, seen);
        text += seen < m_count ? fmt::format("{:14.2f}\n", 1 / (1 - part)) : "           inf\n";
    }
    return text + fmt::format("#[Max     = {:12.3f}, Total count    = {:12}]\n", max(), m_count);
}

} // namespace ms::load
