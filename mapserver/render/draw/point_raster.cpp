// SPDX-License-Identifier: MIT
#include "render/draw/point_raster.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace ms::render {

namespace {

constexpr double max_radius_px = 1024;

double number_of(mapfile::Layer const& layer, std::optional<std::string_view> text,
                 std::string_view key, double otherwise, double most)
{
    if (!text) {
        return otherwise;
    }
    auto const number = parse_double(trim(*text));
    if (!number || !(*number > 0) || *number > most) {
        auto const what = "PROCESSING " + std::string{key} + " of layer \"" + layer.name +
                          "\" is not a number above 0 and up to " + format_double(most);
        throw PublicError{ErrorKind::BadMapfile, what, what};
    }
    return *number;
}

bool says_on(std::optional<std::string_view> text)
{
    return text && !equals_ignoring_case(trim(*text), "OFF") &&
           !equals_ignoring_case(trim(*text), "NO");
}

/// Half of a Gaussian bell, from its middle on; all of it sums up to 1.
std::vector<float> half_bell(int radius)
{
    double const sigma = radius / 3.0;
    std::vector<double> bell;
    double sum = 0;
    for (int i = 0; i <= radius; ++i) {
        bell.push_back(std::exp(-i * i / (2 * sigma * sigma)));
        sum += (i == 0 ? 1 : 2) * bell.back();
    }
    std::vector<float> half;
    for (auto const value : bell) {
        half.push_back(static_cast<float>(value / sum));
    }
    return half;
}

/// Along one line of values that lie `step` apart.
void smooth(float* values, int count, std::ptrdiff_t step, std::vector<float> const& half,
            std::vector<float>& line)
{
    line.assign(static_cast<std::size_t>(count), 0);
    auto const radius = static_cast<int>(half.size()) - 1;
    for (int i = 0; i < count; ++i) {
        float const value = values[i * step];
        if (value == 0) {
            continue; // true for most
        }
        int const last = std::min(count - 1, i + radius);
        for (int j = std::max(0, i - radius); j <= last; ++j) {
            line[static_cast<std::size_t>(j)] +=
                value * half[static_cast<std::size_t>(std::abs(j - i))];
        }
    }
    for (int i = 0; i < count; ++i) {
        values[i * step] = line[static_cast<std::size_t>(i)];
    }
}

/// Bells are not whole within a radius of the edges: as in MapServer, nothing is there, and the
/// largest sum is one of the others.
void clear_rim(std::vector<float>& sums, int width, int height, int radius)
{
    for (int y = 0; y < height; ++y) {
        auto const row = sums.begin() + static_cast<std::ptrdiff_t>(y) * width;
        bool const is_inner = y >= radius && y < height - radius && 2 * radius < width;
        std::fill(row, row + (is_inner ? radius : width), 0.0F);
        std::fill(is_inner ? row + (width - radius) : row + width, row + width, 0.0F);
    }
}

std::uint8_t to_byte(double value)
{
    return static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0));
}

} // namespace

bool is_interpolated(mapfile::Layer const& layer) noexcept
{
    return layer.connection_type == mapfile::ConnectionType::KernelDensity ||
           layer.connection_type == mapfile::ConnectionType::Idw;
}

InterpolationSettings interpolation_settings(mapfile::Layer const& layer)
{
    InterpolationSettings settings;
    settings.is_density = layer.connection_type == mapfile::ConnectionType::KernelDensity;
    if (!settings.is_density) {
        settings.radius_px = number_of(layer, layer.processing_value("IDW_RADIUS"), "IDW_RADIUS", 0,
                                       max_radius_px * 16);
        settings.power = number_of(layer, layer.processing_value("IDW_POWER"), "IDW_POWER", 1, 100);
        settings.has_borders = says_on(layer.processing_value("IDW_COMPUTE_BORDERS"));
        return settings;
    }
    settings.radius_px = number_of(layer, layer.processing_value("KERNELDENSITY_RADIUS"),
                                   "KERNELDENSITY_RADIUS", 10, max_radius_px);
    settings.has_borders = says_on(layer.processing_value("KERNELDENSITY_COMPUTE_BORDERS"));
    auto const norm = layer.processing_value("KERNELDENSITY_NORMALIZATION");
    if (norm && equals_ignoring_case(trim(*norm), "NUMERIC")) {
        settings.normalization = 1; // MapServer reads it as a number, and 0 as 1
    } else if (norm && !equals_ignoring_case(trim(*norm), "AUTO")) {
        settings.normalization = number_of(layer, norm, "KERNELDENSITY_NORMALIZATION", 1, 1e12);
    }
    return settings;
}

void kernel_density(std::vector<float>& sums, int width, int height,
                    InterpolationSettings const& settings, std::span<std::uint8_t> out,
                    Budget& budget)
{
    auto const half = half_bell(std::max(1, static_cast<int>(settings.radius_px)));
    std::vector<float> line;
    for (int y = 0; y < height; ++y) {
        budget.work();
        smooth(sums.data() + static_cast<std::ptrdiff_t>(y) * width, width, 1, half, line);
    }
    for (int x = 0; x < width; ++x) {
        budget.work();
        smooth(sums.data() + x, height, width, half, line);
    }
    clear_rim(sums, width, height, static_cast<int>(half.size()) - 1);
    float const most = sums.empty() ? 0 : *std::ranges::max_element(sums);
    double const scale = settings.normalization ? *settings.normalization * 255
                         : most > 0             ? 255 / static_cast<double>(most)
                                                : 0;
    std::ranges::transform(sums, out.begin(),
                           [&](float sum) { return to_byte(scale * static_cast<double>(sum)); });
}

void inverse_distance_row(std::span<WeightedPoint const> points, int row,
                          InterpolationSettings const& settings, std::span<std::uint8_t> out,
                          Budget& budget)
{
    constexpr std::size_t looks_at_clock_after = 10'000; // points
    std::size_t points_read = 0;
    constexpr float trifle = 1e-9F; // a point on the pixel itself takes all, nearly
    double const reach = settings.radius_px * settings.radius_px;
    for (std::size_t column = 0; column < out.size(); ++column) {
        float sum = 0; // as exact as MapServer's
        float weights = trifle;
        points_read += points.size();
        if (points_read > looks_at_clock_after) {
            budget.work();
            points_read = 0;
        }
        for (auto const& point : points) {
            double const dx = point.x - static_cast<double>(column);
            double const dy = point.y - row;
            double const square = dx * dx + dy * dy;
            if (square < reach) {
                auto const weight = static_cast<float>(
                    1 / (std::pow(square, settings.power) + static_cast<double>(trifle)));
                sum += weight * static_cast<float>(point.weight);
                weights += weight;
            }
        }
        out[column] = to_byte(static_cast<double>(sum / weights));
    }
}

} // namespace ms::render
