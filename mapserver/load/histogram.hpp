// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Counts the durations of all requests in little memory.

#include <cstdint>
#include <string>
#include <vector>

namespace ms::load {

/// Log-linear histogram of microseconds like HdrHistogram: every power of two in 128 equal steps,
/// so that values are exact to 0.8 %, and below 128 us exactly. Grows with the largest value, to 60
/// KB at most.
class Histogram {
public:
    void record(double milliseconds);

    [[nodiscard]] std::uint64_t count() const noexcept { return m_count; }
    /// Milliseconds that `part` (0..1) of the values do not exceed; 0 without values.
    [[nodiscard]] double at(double part) const noexcept;
    [[nodiscard]] double max() const noexcept { return static_cast<double>(m_max_us) * 1e-3; }

    /// The percentile distribution in the text form of HdrHistogram (.hgrm), which its plotters
    /// read; milliseconds.
    [[nodiscard]] std::string to_hgrm() const;

private:
    std::vector<std::uint64_t> m_counts; ///< by step
    std::uint64_t m_count = 0;
    std::uint64_t m_max_us = 0;
};

} // namespace ms::load
