// SPDX-License-Identifier: MIT
#include "raster/whole_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

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

double as_interpolated(double value, SampleType type) noexcept
{
    return is_whole(type) ? std::trunc(value) : value;
}

namespace {

template <typename Sample>
void put(std::span<std::byte> samples, std::size_t index, float value) noexcept
{
    Sample sample{};
    if constexpr (std::is_floating_point_v<Sample>) {
        sample = value;
    } else {
        using Limits = std::numeric_limits<Sample>;
        double const whole = std::isnan(value) ? 0 : std::floor(value + 0.5);
        sample = static_cast<Sample>(std::clamp<double>(whole, Limits::lowest(), Limits::max()));
    }
    std::memcpy(samples.data() + index * sizeof(Sample), &sample, sizeof(Sample));
}

} // namespace

std::size_t bytes_of(SampleType type) noexcept
{
    return type == SampleType::Byte    ? sizeof(std::uint8_t)
           : type == SampleType::Int16 ? sizeof(std::int16_t)
                                       : sizeof(float);
}

void put_sample(std::span<std::byte> samples, SampleType type, std::size_t index,
                float value) noexcept
{
    switch (type) {
    case SampleType::Byte:
        put<std::uint8_t>(samples, index, value);
        break;
    case SampleType::Int16:
        put<std::int16_t>(samples, index, value);
        break;
    default:
        put<float>(samples, index, value);
    }
}

} // namespace ms::raster
