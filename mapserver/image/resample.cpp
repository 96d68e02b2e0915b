// SPDX-License-Identifier: MIT
#include "image/resample.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ms::image {

namespace {

class Sampler {
public:
    explicit Sampler(BitmapView const& source) : m_source(source) {}

    /// \param x, y  pixels; (0.5, 0.5) is the middle of the first one
    void at(double x, double y, std::uint8_t* out) const
    {
        double const left = std::floor(x - 0.5);
        double const top = std::floor(y - 0.5);
        if (left < -1 || top < -1 || left >= m_source.width || top >= m_source.height) {
            return;
        }
        double const right_share = x - 0.5 - left;
        double const lower_share = y - 0.5 - top;
        std::array<double, 4> sum{};
        add(left, top, (1 - right_share) * (1 - lower_share), sum);
        add(left + 1, top, right_share * (1 - lower_share), sum);
        add(left, top + 1, (1 - right_share) * lower_share, sum);
        add(left + 1, top + 1, right_share * lower_share, sum);
        for (std::size_t i = 0; i < 4; ++i) {
            out[i] = static_cast<std::uint8_t>(sum[i] + 0.5);
        }
    }

private:
    void add(double x, double y, double share, std::array<double, 4>& sum) const
    {
        if (x < 0 || y < 0 || x >= m_source.width || y >= m_source.height) {
            return;
        }
        auto const index = static_cast<std::size_t>(y) * static_cast<std::size_t>(m_source.width) +
                           static_cast<std::size_t>(x);
        for (std::size_t i = 0; i < 4; ++i) {
            sum[i] += share * m_source.pixels[index * 4 + i];
        }
    }

    BitmapView m_source;
};

/// The new position of the source's centre, and the distance of its corners from it.
struct Frame {
    double left, top, width, height;
};

Frame frame_of(BitmapView const& source, Turn const& turn, double cosine, double sine)
{
    double const half_x = source.width / 2.0 - turn.pivot_x;
    double const half_y = source.height / 2.0 - turn.pivot_y;
    double const middle_x = turn.to_x + turn.scale * (half_x * cosine + half_y * sine);
    double const middle_y = turn.to_y + turn.scale * (half_y * cosine - half_x * sine);
    // Half a pixel of the source fades out beyond its border.
    double const width = (source.width + 1) * turn.scale;
    double const height = (source.height + 1) * turn.scale;
    double const reach_x = (std::abs(cosine) * width + std::abs(sine) * height) / 2;
    double const reach_y = (std::abs(sine) * width + std::abs(cosine) * height) / 2;
    return {std::floor(middle_x - reach_x), std::floor(middle_y - reach_y),
            std::ceil(2 * reach_x) + 1, std::ceil(2 * reach_y) + 1};
}

} // namespace

Placed resampled(BitmapView const& source, Turn const& turn)
{
    double const cosine = std::cos(turn.angle_rad);
    double const sine = std::sin(turn.angle_rad);
    auto const frame = frame_of(source, turn, cosine, sine);
    constexpr double farthest_px = 1e6;
    bool const is_sane = turn.scale > 0 && frame.width <= longest_resampled_px &&
                         frame.height <= longest_resampled_px &&
                         std::abs(frame.left) < farthest_px && std::abs(frame.top) < farthest_px;
    if (!is_sane) { // also NaN
        return {};
    }
    Placed out{Bitmap(static_cast<int>(frame.width), static_cast<int>(frame.height)),
               static_cast<int>(frame.left), static_cast<int>(frame.top)};
    Sampler const sampler(source);
    auto* to = out.bitmap.pixels().data();
    for (int y = 0; y < out.bitmap.height(); ++y) {
        for (int x = 0; x < out.bitmap.width(); ++x, to += 4) {
            double const dx = (x + 0.5 + frame.left - turn.to_x) / turn.scale;
            double const dy = (y + 0.5 + frame.top - turn.to_y) / turn.scale;
            sampler.at(turn.pivot_x + dx * cosine - dy * sine,
                       turn.pivot_y + dx * sine + dy * cosine, to);
        }
    }
    return out;
}

} // namespace ms::image
