// SPDX-License-Identifier: MIT
#include "raster/resample.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace ms::raster {

namespace {

struct Row {
    std::string_view name;
    Kernel kernel;
};
constexpr std::array kernels{Row{"NEAREST", Kernel::Nearest}, Row{"BILINEAR", Kernel::Bilinear},
                             Row{"AVERAGE", Kernel::Average}};

/// Rounds halves up despite rounding errors of the weights.
constexpr double half = 0.5 + 1e-7;

double reach_of(Kernel kernel, double ratio) noexcept
{
    return kernel == Kernel::Nearest    ? 0
           : kernel == Kernel::Bilinear ? std::max(ratio, 1.0)
                                        : ratio / 2;
}

/// Pixels along one axis and their weights.
struct Weights {
    int first = 0; ///< in the window
    std::vector<double> values;
    double set_at = std::numeric_limits<double>::quiet_NaN(); ///< what they were set for

    /// \param at position on the axis \param reach of the kernel, pixels
    /// \param origin, size of the window
    void set(Kernel kernel, double at, double reach, int origin, int size)
    {
        set_at = at;
        // Cut as doubles: a reach may be larger than any int.
        int const end = origin + size;
        int const low = static_cast<int>(std::clamp<double>(std::floor(at - reach), origin, end));
        int const high = static_cast<int>(std::clamp<double>(std::ceil(at + reach), low, end));
        first = low - origin;
        values.clear();
        for (int i = low; i < high; ++i) {
            double const weight = kernel == Kernel::Average ? std::min(i + 1.0, at + reach) -
                                                                  std::max<double>(i, at - reach)
                                                            : 1 - std::abs(i + 0.5 - at) / reach;
            values.push_back(std::max(weight, 0.0));
        }
    }
};

class Sampler {
public:
    /// \param columns of an upright image, which have equal weights in each row
    Sampler(image::BitmapView const& colors, Window const& window, geometry::Point ratio,
            Kernel kernel, std::size_t columns)
        : m_colors(colors), m_window(window),
          m_kernel(kernel), m_reach{reach_of(kernel, ratio.x), reach_of(kernel, ratio.y)},
          m_x(columns)
    {}

    void sample(std::size_t column, geometry::Point at, std::uint8_t* out)
    {
        if (m_kernel == Kernel::Nearest) {
            nearest(at, out);
        } else {
            weighted(m_x[column], at, out);
        }
    }

private:
    [[nodiscard]] std::uint8_t const* pixel(int x, int y) const
    {
        auto const index = static_cast<std::size_t>(y) * static_cast<std::size_t>(m_window.width) +
                           static_cast<std::size_t>(x);
        return m_colors.pixels.data() + index * 4;
    }

    void nearest(geometry::Point at, std::uint8_t* out) const
    {
        int const x = static_cast<int>(at.x) - m_window.x;
        int const y = static_cast<int>(at.y) - m_window.y;
        if (x >= 0 && y >= 0 && x < m_window.width && y < m_window.height) {
            std::memcpy(out, pixel(x, y), 4);
        }
    }

    void weighted(Weights& x, geometry::Point at, std::uint8_t* out)
    {
        if (x.set_at != at.x) {
            x.set(m_kernel, at.x, m_reach.x, m_window.x, m_window.width);
        }
        if (m_y.set_at != at.y) {
            m_y.set(m_kernel, at.y, m_reach.y, m_window.y, m_window.height);
        }
        std::array<double, 4> sum{};
        double total = 0;
        for (std::size_t j = 0; j < m_y.values.size(); ++j) {
            auto const* source = pixel(x.first, m_y.first + static_cast<int>(j));
            for (double const x_weight : x.values) {
                double const weight = x_weight * m_y.values[j];
                total += weight;
                for (std::size_t c = 0; c < 4; ++c) {
                    sum[c] += weight * source[c];
                }
                source += 4;
            }
        }
        if (total > 0) {
            for (std::size_t c = 0; c < 4; ++c) {
                out[c] = static_cast<std::uint8_t>(std::floor(sum[c] / total + half));
            }
        }
    }

    image::BitmapView m_colors;
    Window m_window;
    Kernel m_kernel;
    geometry::Point m_reach;
    std::vector<Weights> m_x; ///< by column
    Weights m_y;
};

/// How many positions stand in the first row of an image; 1 where it is turned or bent.
std::size_t row_length(std::span<geometry::Point const> positions)
{
    auto const next = std::ranges::find_if(
        positions, [&](geometry::Point const& p) { return p.y != positions.front().y; });
    return static_cast<std::size_t>(next - positions.begin());
}

/// The mean of values that are there.
class ValueSampler {
public:
    ValueSampler(std::span<double const> values, Window const& window, geometry::Point ratio,
                 Kernel kernel)
        : m_values(values), m_window(window),
          m_kernel(kernel), m_reach{reach_of(kernel, ratio.x), reach_of(kernel, ratio.y)}
    {}

    [[nodiscard]] double sample(geometry::Point at)
    {
        if (m_kernel == Kernel::Nearest) {
            int const x = static_cast<int>(at.x) - m_window.x;
            int const y = static_cast<int>(at.y) - m_window.y;
            bool const is_inside = x >= 0 && y >= 0 && x < m_window.width && y < m_window.height;
            return is_inside ? value(x, y) : not_there;
        }
        m_x.set(m_kernel, at.x, m_reach.x, m_window.x, m_window.width);
        m_y.set(m_kernel, at.y, m_reach.y, m_window.y, m_window.height);
        double sum = 0;
        double total = 0;
        for (std::size_t j = 0; j < m_y.values.size(); ++j) {
            for (std::size_t i = 0; i < m_x.values.size(); ++i) {
                double const found =
                    value(m_x.first + static_cast<int>(i), m_y.first + static_cast<int>(j));
                if (!std::isnan(found)) {
                    double const weight = m_x.values[i] * m_y.values[j];
                    sum += weight * found;
                    total += weight;
                }
            }
        }
        return total > 0 ? sum / total : not_there;
    }

private:
    static constexpr double not_there = std::numeric_limits<double>::quiet_NaN();

    [[nodiscard]] double value(int x, int y) const
    {
        return m_values[static_cast<std::size_t>(y) * static_cast<std::size_t>(m_window.width) +
                        static_cast<std::size_t>(x)];
    }

    std::span<double const> m_values;
    Window m_window;
    Kernel m_kernel;
    geometry::Point m_reach;
    Weights m_x, m_y;
};

} // namespace

std::optional<Kernel> find_kernel(std::string_view name) noexcept
{
    auto const* const row = std::ranges::find_if(
        kernels, [&](Row const& each) { return equals_ignoring_case(each.name, name); });
    return row == kernels.end() ? std::nullopt : std::optional{row->kernel};
}

std::string_view name_of(Kernel kernel) noexcept
{
    return std::ranges::find(kernels, kernel, &Row::kernel)->name;
}

PositionArea area_of(Kernel kernel, geometry::Point ratio, Size level) noexcept
{
    constexpr double rim = 1e-6; // whose neighbours only rounding errors make it touch
    auto const beyond = [kernel](double across) {
        return kernel == Kernel::Average ? std::max(across / 2 - rim, 0.0) : 0.0;
    };
    auto const x = beyond(ratio.x);
    auto const y = beyond(ratio.y);
    return {-x, -y, level.width + x, level.height + y};
}

int margin_of(Kernel kernel, geometry::Point ratio) noexcept
{
    double const reach = std::max(reach_of(kernel, ratio.x), reach_of(kernel, ratio.y));
    return static_cast<int>(std::min(std::ceil(reach), 1e6));
}

void resample(image::BitmapView const& colors, Window const& window, Size level,
              std::span<geometry::Point const> positions, geometry::Point ratio, Kernel kernel,
              std::span<std::uint8_t> out, Budget& budget)
{
    std::ranges::fill(out, std::uint8_t{0});
    if (positions.empty()) {
        return;
    }
    auto const area = area_of(kernel, ratio, level);
    auto const columns = std::max<std::size_t>(1, row_length(positions)); // 0: NaN
    Sampler sampler{colors, window, ratio, kernel, columns};
    for (std::size_t i = 0; i < positions.size(); ++i) {
        auto const& at = positions[i];
        if (area.contains(at)) { // false for NaN
            if (kernel != Kernel::Nearest) {
                budget.work();
            }
            sampler.sample(i % columns, at, out.data() + i * 4);
        }
    }
}

void nearest_indices(Window const& window, Size level, std::span<geometry::Point const> positions,
                     std::span<std::int32_t> out) noexcept
{
    double const right = std::min(level.width, window.x + window.width);
    double const bottom = std::min(level.height, window.y + window.height);
    double const left = std::max(0, window.x);
    double const top = std::max(0, window.y);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        auto const& at = positions[i];
        bool const is_inside =
            (at.x >= left) & (at.y >= top) & (at.x < right) & (at.y < bottom); // no branches
        auto const x = static_cast<std::int32_t>(is_inside ? at.x : left);
        auto const y = static_cast<std::int32_t>(is_inside ? at.y : top);
        out[i] = is_inside ? (y - window.y) * window.width + x - window.x : -1;
    }
}

namespace {

/// The index of a position on one axis of a window, -1 beside it.
std::int32_t index_on_axis(double at, int origin, int size, int level) noexcept
{
    double const begin = std::max(0, origin);
    double const end = std::min(level, origin + size);
    return at >= begin && at < end ? static_cast<std::int32_t>(at) - origin : -1;
}

} // namespace

NearestAxes::NearestAxes(Window const& window, Size level,
                         std::span<geometry::Point const> column_places,
                         std::span<geometry::Point const> row_places)
{
    for (auto const& place : column_places) {
        columns.push_back(index_on_axis(place.x, window.x, window.width, level.width));
    }
    for (auto const& place : row_places) {
        auto const row = index_on_axis(place.y, window.y, window.height, level.height);
        rows.push_back(row < 0 ? -1 : row * window.width);
    }
    are_consecutive = !columns.empty() && columns.front() >= 0 &&
                      std::ranges::adjacent_find(columns, [](auto one, auto next) {
                          return next != one + 1;
                      }) == columns.end();
}

void resample(std::span<double const> values, Window const& window, Size level,
              std::span<geometry::Point const> positions, geometry::Point ratio, Kernel kernel,
              std::span<double> out, Budget& budget)
{
    ValueSampler sampler{values, window, ratio, kernel};
    auto const area = area_of(kernel, ratio, level);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        auto const& at = positions[i];
        budget.work();
        out[i] = area.contains(at) ? sampler.sample(at) : std::numeric_limits<double>::quiet_NaN();
    }
}

} // namespace ms::raster
