// SPDX-License-Identifier: MIT
#include "source/grid/axis.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace ms::source::grid {

namespace {

constexpr int max_lines = 10000; // of an axis: more than an image has pixels

Axis with_step(double low, double high, double step)
{
    constexpr double rounding = 1e-9; // of a step
    double const first = std::floor(low / step + rounding) * step;
    double const count = std::ceil((high - first) / step - rounding) + 1;
    if (!(count <= max_lines)) {
        throw Error{ErrorKind::Limit, "GRID: more than 10000 lines"};
    }
    return {.first = first, .step = step, .count = static_cast<int>(count)};
}

/// "-7 30" of -7.5: `parts` numbers, the last one rounded, each the 60th of the one before.
std::string sexagesimal(double value, int parts)
{
    double const scale = parts == 2 ? 60 : 3600;
    auto rest = static_cast<long long>(std::llround(std::abs(value) * scale));
    std::string text;
    for (int i = 1; i < parts; ++i, rest /= 60) {
        text = fmt::format(" {:02}", rest % 60) + text;
    }
    bool const is_negative = value < 0 && std::abs(value) * scale >= 0.5;
    return fmt::format("{:>3}", (is_negative ? "-" : "") + std::to_string(rest)) + text;
}

/// The end of a conversion like %-8.3f, whose '%' is at `begin`; npos if it is not a conversion of
/// a number.
std::size_t end_of_conversion(std::string const& format, std::size_t begin)
{
    constexpr std::size_t max_digits = 2; // no room for a width of a million
    auto const skip_number = [&](std::size_t at) {
        auto const end = std::min(format.find_first_not_of("0123456789", at), format.size());
        return end - at <= max_digits ? end : format.size();
    };
    auto at = skip_number(std::min(format.find_first_not_of("-+ #0", begin + 1), format.size()));
    if (at < format.size() && format[at] == '.') {
        at = skip_number(at + 1);
    }
    bool const is_number =
        at < format.size() && std::string_view{"eEfFgG"}.find(format[at]) != std::string::npos;
    return is_number ? at + 1 : std::string::npos;
}

} // namespace

Axis make_axis(mapfile::Grid const& grid, double low, double high)
{
    if (grid.min_interval > 0 || grid.max_interval > 0) {
        return with_step(low, high, grid.min_interval > 0 ? grid.min_interval : grid.max_interval);
    }
    constexpr double default_arcs = 16;
    double const requested = grid.max_arcs > 0   ? grid.max_arcs
                             : grid.min_arcs > 0 ? grid.min_arcs
                                                 : default_arcs;
    double const step = std::pow(10, std::ceil(std::log10((high - low) / 10)));
    auto axis = with_step(low, high, step);
    while (axis.count - 1 < requested && axis.count < max_lines / 2) {
        axis.step /= 2;
        axis.count = (axis.count - 1) * 2 + 1;
    }
    return axis;
}

LabelFormat::LabelFormat(std::string const& format)
{
    if (equals_ignoring_case(format, "DD")) {
        m_kind = Kind::Degrees;
    } else if (equals_ignoring_case(format, "DDMM")) {
        m_kind = Kind::Minutes;
    } else if (equals_ignoring_case(format, "DDMMSS")) {
        m_kind = Kind::Seconds;
    } else {
        std::string const text = format.empty() ? "%5.2g" : format;
        auto const begin = text.find('%');
        auto const end = begin == std::string::npos ? begin : end_of_conversion(text, begin);
        if (end == std::string::npos || text.find('%', end) != std::string::npos) {
            throw Error{ErrorKind::BadMapfile, "LABELFORMAT \"" + format +
                                                   "\" is none of DD, DDMM, DDMMSS and formats "
                                                   "like \"%.2f\""};
        }
        m_before = text.substr(0, begin);
        m_conversion = text.substr(begin, end - begin);
        m_after = text.substr(end);
    }
}

std::string LabelFormat::operator()(double value) const
{
    switch (m_kind) {
    case Kind::Degrees: {
        constexpr double digits = 1e6; // the rounding of steps must not show
        return fmt::format("{:3g}", std::round(value * digits) / digits + 0.0);
    }
    case Kind::Minutes:
        return sexagesimal(value, 2);
    case Kind::Seconds:
        return sexagesimal(value, 3);
    case Kind::Printf:
        break;
    }
    std::array<char, 512> buffer{};
    // The conversion was checked to be one of a double, of a bounded width.
    auto const length = std::snprintf(buffer.data(), buffer.size(), m_conversion.c_str(), value);
    auto const written = std::min(buffer.size() - 1, static_cast<std::size_t>(std::max(length, 0)));
    return m_before + std::string{buffer.data(), written} + m_after;
}

} // namespace ms::source::grid
