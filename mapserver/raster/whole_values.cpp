// SPDX-License-Identifier: MIT
#include "raster/whole_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ms::raster {

namespace {

bool is_whole(SampleType type) noexcept
{
    return type == SampleType::Byte || type == SampleType::Int16;
}

} // namespace

double as_stored(double value, SampleType type) noexcept
{
    if (!is_whole(type) || std::isnan(value)) {
        return value;
    }
    bool const is_byte = type == SampleType::Byte;
    double const low = is_byte ? 0 : std::numeric_limits<std::int16_t>::min();
    double const high = is_byte ? std::numeric_limits<std::uint8_t>::max()
                                : std::numeric_limits<std::int16_t>::max();
    return std::clamp(std::round(value), low, high);
}

double as_sampled(double value, SampleType type, Kernel kernel) noexcept
{
    if (!is_whole(type) || kernel == Kernel::Nearest) {
        return value;
    }
    // Sums of weights end a little below whole numbers.
    constexpr double rounding = 1e-6;
    double const whole = std::round(value);
    double const exact = std::abs(value - whole) < rounding ? whole : value;
    // MapServer cuts means off as well, after adding a half: of -7 it makes -6.
    return kernel == Kernel::Average ? std::floor(exact + 0.5) : std::trunc(exact);
}

} // namespace ms::raster
