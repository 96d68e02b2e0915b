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
    : StretchedAxis(low, high, image, file, -low * image / (high - low),
                    (file - low) * image / (high - low))
{}

StretchedAxis::StretchedAxis(double low, double high, int image, int file, double image_begin,
                             double image_end) noexcept
{
    double const begin = std::max(low, 0.0);
    double const end = std::min<double>(high, file);
    if (!(begin < end)) {
        return;
    }
    // Where it begins is cut off, where it ends is rounded.
    m_first = static_cast<int>(std::clamp(image_begin, 0.0, image - 1.0));
    int const last = rounded(std::clamp(image_end, 0.0, static_cast<double>(image)));
    m_count = std::clamp(last - m_first, 1, image - m_first);
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
    if (!(m_end > m_begin)) {
        return;
    }
    // As MapServer: rounding errors may cost a part of those that just fit.
    double const per_pixel = 1 / part;
    double const parts = std::max(1.0, std::floor((m_end - m_begin) * per_pixel));
    m_step = (m_end - m_begin) / parts;
    m_counted = m_step;
    m_count = static_cast<int>(parts);
}

double ReducedAxis::at(double position) const noexcept
{
    double const among = among_left(position);
    return position >= m_begin && is_left(among) ? in_file(among) : position;
}

double ReducedAxis::in_file(double among) const noexcept
{
    return is_left(among) ? m_begin + (std::floor(among) + 0.5) * m_step
                          : m_begin + among * m_counted;
}

bool ReducedAxis::is_left(double among) const noexcept
{
    double const number = std::floor(among);
    return number >= 0 && number < m_count;
}

int ReducedAxis::pixel(int number) const noexcept
{
    return static_cast<int>(m_begin + (number + 0.5) * m_step);
}

double ReducedAxis::among_left(double position) const noexcept
{
    return (position - m_begin) / m_counted;
}

void count_as_mapserver(ReducedAxis const& x, ReducedAxis& y, double pixel_width,
                        double pixel_height) noexcept
{
    constexpr double square = 0.01;
    if (!(pixel_width > 0) || !(pixel_height > 0)) {
        return;
    }
    bool const is_square = std::abs(pixel_height - pixel_width) <= square * pixel_width;
    y.count_by(is_square ? y.step() * pixel_width / pixel_height : x.step());
}

double reduced_part(double low, double high, int image, double oversampling) noexcept
{
    return std::max(1.0, (high - low) / (oversampling * image));
}

} // namespace ms::raster
