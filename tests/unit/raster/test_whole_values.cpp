// SPDX-License-Identifier: MIT
#include "raster/whole_values.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

using namespace ms::raster;

// Answers of MapServer 8.0.0 to GetCoverage with IMAGEMODE INT16, BYTE and FLOAT32.

TEST_CASE("whole values: files are rounded, halves away from zero, within the type")
{
    struct Row {
        double value;
        double int16;
        double byte;
    };
    for (auto const& [value, int16, byte] :
         {Row{-10.6, -11, 0}, Row{-2.5, -3, 0}, Row{-1.5, -2, 0}, Row{-0.4, 0, 0}, Row{0.4, 0, 0},
          Row{0.5, 1, 1}, Row{2.5, 3, 3}, Row{300.7, 301, 255}, Row{1e9, 32767, 255}}) {
        CAPTURE(value);
        CHECK(as_stored(value, SampleType::Int16) == int16);
        CHECK(as_stored(value, SampleType::Byte) == byte);
        CHECK(as_stored(value, SampleType::Float32) == value);
    }
    CHECK(std::isnan(as_stored(std::numeric_limits<double>::quiet_NaN(), SampleType::Byte)));
}

TEST_CASE("whole values: between pixels, what is behind the point is cut off")
{
    CHECK(as_sampled(-8.6, SampleType::Int16, Kernel::Bilinear) == -8);
    CHECK(as_sampled(209.79, SampleType::Byte, Kernel::Bilinear) == 209);
    CHECK(as_sampled(115 - 1e-12, SampleType::Byte, Kernel::Bilinear) == 115);
    CHECK(as_sampled(0.87, SampleType::Float32, Kernel::Bilinear) == 0.87);
}

TEST_CASE("whole values: means are rounded")
{
    CHECK(as_sampled(-7, SampleType::Int16, Kernel::Average) == -7); // MapServer: -6
    CHECK(as_sampled(-0.5, SampleType::Int16, Kernel::Average) == 0);
    CHECK(as_sampled(0.4, SampleType::Byte, Kernel::Average) == 0);
    CHECK(as_sampled(2.6, SampleType::Byte, Kernel::Average) == 3);
    CHECK(std::isnan(
        as_sampled(std::numeric_limits<double>::quiet_NaN(), SampleType::Byte, Kernel::Average)));
}

TEST_CASE("whole values: samples are stored rounded and within their type")
{
    auto const stored = [](SampleType type, float value, auto sample) {
        std::vector<std::byte> samples(3 * bytes_of(type));
        put_sample(samples, type, 1, value);
        std::memcpy(&sample, samples.data() + bytes_of(type), sizeof(sample));
        return sample;
    };
    CHECK(stored(SampleType::Byte, 2.5F, std::uint8_t{}) == 3);
    CHECK(stored(SampleType::Byte, -1, std::uint8_t{}) == 0);
    CHECK(stored(SampleType::Int16, 40000, std::int16_t{}) == 32767);
    CHECK(stored(SampleType::Int16, -2.5F, std::int16_t{}) == -2);
    CHECK(stored(SampleType::Int16, std::numeric_limits<float>::quiet_NaN(), std::int16_t{}) == 0);
    CHECK(stored(SampleType::Float32, 0.87F, float{}) == 0.87F);
}
