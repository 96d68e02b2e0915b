// SPDX-License-Identifier: MIT
#include "image/stretch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <numeric>

namespace ms::image {

namespace {

constexpr double support = 2; ///< of the cubic, pixels

/// Keys 1981 (doi:10.1109/TASSP.1981.1163711) with a = -1/2, which is Catmull & Rom's.
double cubic(double x) noexcept
{
    x = std::abs(x);
    if (x < 1) {
        return (1.5 * x - 2.5) * x * x + 1;
    }
    return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0;
}

/// The taps of the pixels along one axis: `taps` of the source each, from `first` on.
struct Axis {
    int taps = 0;
    std::vector<int> first;
    std::vector<float> weights; ///< `taps` for each pixel
};

/// \param length of the source: its last pixel repeats beyond it
Axis axis_of(double begin, double step, int pixels, int length)
{
    double const widening = std::max(step, 1.0);
    double const reach = support * widening;
    int const requested = static_cast<int>(std::ceil(2 * reach));
    Axis axis;
    axis.taps = std::min(requested, length);
    std::vector<double> exact(static_cast<std::size_t>(axis.taps));
    for (int i = 0; i < pixels; ++i) {
        double const middle = begin + (i + 0.5) * step;
        auto const from = static_cast<int>(std::ceil(middle - reach - 0.5));
        int const first = std::clamp(from, 0, length - axis.taps);
        std::ranges::fill(exact, 0.0);
        for (int tap = from; tap < from + requested; ++tap) {
            int const there = std::clamp(tap, first, first + axis.taps - 1);
            exact[static_cast<std::size_t>(there - first)] +=
                cubic((tap + 0.5 - middle) / widening);
        }
        double const sum = std::accumulate(exact.begin(), exact.end(), 0.0);
        axis.first.push_back(first);
        for (double const weight : exact) {
            axis.weights.push_back(static_cast<float>(weight / sum));
        }
    }
    return axis;
}

/// For small reductions the number of taps is known at compile time, which is a third faster. The
/// four channels of each pixel are contiguous for SIMD registers.
template <int known_taps = 0>
void stretch_row(std::vector<float> const& row, Axis const& axis, float* out)
{
    int const taps = known_taps > 0 ? known_taps : axis.taps;
    auto const* weights = axis.weights.data();
    for (int const first : axis.first) {
        auto const* pixel = row.data() + std::ptrdiff_t{first} * 4;
        std::array<float, 4> sum{};
        for (int tap = 0; tap < taps; ++tap, pixel += 4) {
            float const weight = weights[tap];
            for (std::size_t i = 0; i < 4; ++i) {
                sum[i] += weight * pixel[i];
            }
        }
        std::ranges::copy(sum, out);
        out += 4;
        weights += taps;
    }
}

/// Rows of the source, stretched to the result's width on demand, and buffered while they are
/// needed: the rows of the result use them in order.
class StretchedRows {
public:
    StretchedRows(BitmapView const& source, Axis const& axis, int kept)
        : m_source(source), m_axis(axis), m_length(axis.first.size() * 4),
          m_kept(static_cast<std::size_t>(kept)), m_rows(m_kept * m_length), m_numbers(m_kept, -1)
    {}

    float const* row(int number)
    {
        auto const slot = static_cast<std::size_t>(number) % m_kept;
        auto* const out = m_rows.data() + slot * m_length;
        if (m_numbers[slot] != number) {
            auto const length = static_cast<std::size_t>(m_source.width) * 4;
            auto const bytes =
                m_source.pixels.subspan(static_cast<std::size_t>(number) * length, length);
            m_row.assign(bytes.begin(), bytes.end());
            switch (m_axis.taps) {
            case 4:
                stretch_row<4>(m_row, m_axis, out);
                break;
            case 5:
                stretch_row<5>(m_row, m_axis, out);
                break;
            default:
                stretch_row(m_row, m_axis, out);
            }
            m_numbers[slot] = number;
        }
        return out;
    }

private:
    BitmapView m_source;
    Axis const& m_axis;
    std::size_t m_length; ///< of a row, in channels
    std::size_t m_kept;
    std::vector<float> m_rows;
    std::vector<int> m_numbers;
    std::vector<float> m_row; ///< of the source
};

/// The cubic overshoots at edges; no colour of a premultiplied pixel is above its alpha.
void store_row(std::vector<float> const& sums, std::uint8_t* out)
{
    for (std::size_t i = 0; i < sums.size(); i += 4) {
        float const alpha = std::clamp(sums[i + 3], 0.0F, 255.0F);
        for (std::size_t j = 0; j < 4; ++j) {
            float const value = std::min(std::max(sums[i + j], 0.0F), alpha);
            out[i + j] = static_cast<std::uint8_t>(static_cast<int>(value + 0.5F));
        }
    }
}

bool is_whole(double number) noexcept
{
    return std::floor(number) == number;
}

bool is_copy(BitmapView const& source, Stretch const& stretch, int width, int height) noexcept
{
    return stretch.step_x == 1 && stretch.step_y == 1 && is_whole(stretch.left) &&
           is_whole(stretch.top) && stretch.left >= 0 && stretch.top >= 0 &&
           stretch.left + width <= source.width && stretch.top + height <= source.height;
}

Bitmap copied(BitmapView const& source, int x, int y, int width, int height)
{
    Bitmap out(width, height);
    auto const bytes = static_cast<std::size_t>(width) * 4;
    auto const source_bytes = static_cast<std::size_t>(source.width) * 4;
    auto const* from = source.pixels.data() + static_cast<std::size_t>(y) * source_bytes +
                       static_cast<std::size_t>(x) * 4;
    auto* to = out.pixels().data();
    for (int row = 0; row < height; ++row, from += source_bytes, to += bytes) {
        std::memcpy(to, from, bytes);
    }
    return out;
}

} // namespace

int reach_of(Stretch const& stretch) noexcept
{
    return static_cast<int>(std::ceil(support * std::max({stretch.step_x, stretch.step_y, 1.0}))) +
           1;
}

Bitmap stretched(BitmapView const& source, Stretch const& stretch, int width, int height)
{
    if (is_copy(source, stretch, width, height)) {
        return copied(source, static_cast<int>(stretch.left), static_cast<int>(stretch.top), width,
                      height);
    }
    auto const across = axis_of(stretch.left, stretch.step_x, width, source.width);
    auto const down = axis_of(stretch.top, stretch.step_y, height, source.height);
    StretchedRows rows(source, across, down.taps);
    Bitmap out(width, height);
    std::vector<float> sums(static_cast<std::size_t>(width) * 4);
    auto const* weights = down.weights.data();
    auto* to = out.pixels().data();
    for (int const first : down.first) {
        std::ranges::fill(sums, 0.0F);
        for (int tap = 0; tap < down.taps; ++tap) {
            float const weight = weights[tap];
            auto const* const row = rows.row(first + tap);
            for (std::size_t i = 0; i < sums.size(); ++i) {
                sums[i] += weight * row[i];
            }
        }
        store_row(sums, to);
        weights += down.taps;
        to += sums.size();
    }
    return out;
}

} // namespace ms::image
