// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes the lines of a graticule, and their labels.

#include "mapfile/model/layer.hpp"

#include <string>
#include <vector>

namespace ms::source::grid {

/// `count` values from `first` on, at intervals of `step`.
struct Axis {
    double first = 0;
    double step = 1;
    int count = 0;

    [[nodiscard]] double value(int i) const noexcept { return first + i * step; }
    [[nodiscard]] double last() const noexcept { return value(count - 1); }
};

/// The values that divide a range, and one beyond each end. MININTERVAL, else MAXINTERVAL is their
/// distance; otherwise a power of ten, halved until there are at least MAXARCS, else MINARCS, else
/// 16 steps. As MapServer 8.0.0 (tests/unit/source/test_grid.cpp).
/// \param low, high finite, low < high
[[nodiscard]] Axis make_axis(mapfile::Grid const& grid, double low, double high);

/// The format of values: LABELFORMAT.
class LabelFormat {
public:
    /// \param format "DD", "DDMM", "DDMMSS", a printf format with one conversion of a number, or
    ///               empty for "%5.2g"
    /// \throws Error{BadMapfile} for any other
    explicit LabelFormat(std::string const& format);

    [[nodiscard]] std::string operator()(double value) const;

private:
    enum class Kind { Degrees, Minutes, Seconds, Printf };
    Kind m_kind = Kind::Printf;
    std::string m_before, m_conversion, m_after;
};

} // namespace ms::source::grid
