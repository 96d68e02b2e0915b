// SPDX-License-Identifier: MIT
#include "raster/single_image.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ms::raster {

namespace {

/// To the next whole number; halves up.
int rounded(double value) noexcept
{
    return static_cast<int>(std::floor(value + 0.5));
}

} // namespace

StretchedAxis::StretchedAxis(double low, double high, int image, int file) noexcept
{
    double const begin = std::max(low, 0.0);
    double const end = std::min<double>(high, file);
    if (!(begin < end)) {
        return;
    }
    double const pixel = (high - low) / image;
    // Where it begins is cut off, where it ends is rounded.
    m_first = std::min(static_cast<int>((begin - low) / pixel), image - 1);
    m_count = std::clamp(rounded((end - low) / pixel) - m_first, 1, image - m_first);
    int const first_in_file = std::min(rounded(begin), file - 1);
    int const count_in_file = std::clamp(rounded(end - begin), 1, file - first_in_file);
    m_origin = first_in_file;
    m_step = static_cast<double>(count_in_file) / m_count;
}

double StretchedAxis::at(int pixel) const noexcept
{
    int const number = pixel - m_first;
    return number >= 0 && number < m_count ? m_origin + (number + 0.5) * m_step
                                           : std::numeric_limits<double>::quiet_NaN();
}

ReducedAxis::ReducedAxis(double low, double high, double part, int file) noexcept
{
    m_begin = std::max(0.0, std::floor(low - 1)); // a pixel more on each side
    m_end = std::min<double>(file, std::ceil(high + 1));
    constexpr double rounding = 1e-6;
    double const parts = std::max(1.0, std::floor((m_end - m_begin) / part + rounding));
    m_step = m_end > m_begin ? (m_end - m_begin) / parts : 1;
}

double ReducedAxis::at(double position) const noexcept
{
    if (!(position >= m_begin && position < m_end)) {
        return position;
    }
    return m_begin + (std::floor((position - m_begin) / m_step) + 0.5) * m_step;
}

double reduced_part(double low, double high, int image) noexcept
{
    constexpr double columns_per_pixel = 2; // MapServer's OVERSAMPLE_RATIO
    return std::max(1.0, (high - low) / (columns_per_pixel * image));
}

} // namespace ms::raster
