// SPDX-License-Identifier: MIT
#include "source/raster/contour.hpp"

#include "base/deadline_check.hpp"
#include "base/error.hpp"
#include "base/string.hpp"
#include "ogr/load.hpp"
#include "raster/level.hpp"
#include "source/layer_error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace ms::source::raster {

namespace {

constexpr int margin_steps = 5;
constexpr std::size_t max_levels = 1000;
constexpr double max_values = 4'194'304; // 2^22
constexpr double max_crossings = 5'000'000;

[[noreturn]] void fail(mapfile::Map const& map, mapfile::Layer const& layer,
                       std::string const& what)
{
    throw LayerError{ErrorKind::BadMapfile,
                     fmt::format("layer \"{}\": {} ({})", layer.name, what, map.where(layer.at)),
                     not_drawn(layer.name, what)};
}

/// Numbers separated by commas; nullopt if one is invalid.
std::optional<std::vector<double>> numbers_of(std::string_view text)
{
    std::vector<double> numbers;
    for (auto const part : split(text, ',')) {
        auto const number = parse_double(trim(part));
        if (!number || !std::isfinite(*number)) {
            return std::nullopt;
        }
        numbers.push_back(*number);
    }
    return numbers;
}

/// Calls `take` with the numbers of each "KEY=numbers" or "KEY=min,max:numbers" of the scale.
template <typename Take>
void read_key(mapfile::Map const& map, mapfile::Layer const& layer, std::string_view key,
              double scale, Take take)
{
    for (auto const& processing : layer.processing) {
        auto const equals = processing.find('=');
        if (equals == std::string::npos ||
            !equals_ignoring_case(trim(std::string_view{processing}.substr(0, equals)), key)) {
            continue;
        }
        auto value = std::string_view{processing}.substr(equals + 1);
        bool is_of_scale = true;
        if (auto const colon = value.find(':'); colon != std::string_view::npos) {
            auto const range = numbers_of(value.substr(0, colon));
            if (!range || range->size() != 2) {
                fail(map, layer, fmt::format("PROCESSING {} is not \"min,max:values\"", key));
            }
            is_of_scale = scale < 0 || (scale >= (*range)[0] && scale < (*range)[1]);
            value.remove_prefix(colon + 1);
        }
        auto numbers = numbers_of(value);
        if (!numbers || numbers->size() > max_levels) {
            fail(map, layer, fmt::format("PROCESSING {} is not a list of numbers", key));
        }
        if (is_of_scale) {
            take(std::move(*numbers));
        }
    }
}

/// Values on a lattice of whole steps of base pixels, and its position.
struct Lattice {
    std::vector<double> values;
    int width = 0;
    int height = 0;
    double left = 0; ///< base pixels
    double top = 0;
    double step = 1;
};

/// First and last step along one axis, so that [low, high] is within.
std::pair<int, int> steps_around(double low, double high, int step, int size)
{
    int const last = (size - 1) / step; // the last whole or partial step
    auto const clamped = [&](double at) {
        return static_cast<int>(std::clamp(at, 0.0, static_cast<double>(last)));
    };
    return {clamped(std::floor(low / step) - margin_steps),
            clamped(std::floor(high / step) + margin_steps)};
}

class Reader {
public:
    Reader(OpenedRaster& opened, int band, Services const& services)
        : m_opened(opened), m_bands{band}, m_services(services),
          m_go_on(DeadlineCheck{services.deadline})
    {}

    [[nodiscard]] ms::ogr::GoOn const& go_on() const noexcept { return m_go_on; }

    Lattice read(geometry::Box const& box, double pixel)
    {
        auto const& t = m_opened.to_world;
        auto const inverse = from_world(t);
        geometry::Box part{INFINITY, INFINITY, -INFINITY, -INFINITY};
        for (auto const& corner :
             {geometry::Point{box.min_x, box.min_y}, geometry::Point{box.max_x, box.min_y},
              geometry::Point{box.min_x, box.max_y}, geometry::Point{box.max_x, box.max_y}}) {
            auto const at = transformed(inverse, corner);
            part = {std::min(part.min_x, at.x), std::min(part.min_y, at.y),
                    std::max(part.max_x, at.x), std::max(part.max_y, at.y)};
        }
        auto const& base = m_opened.file->header().levels.front();
        if (part.max_x < 0 || part.max_y < 0 || part.min_x > base.width ||
            part.min_y > base.height) {
            return {};
        }
        double const size = std::min(std::hypot(t[1], t[4]), std::hypot(t[2], t[5]));
        int step = std::max(1, static_cast<int>(std::min(pixel / size, 1e6)));
        auto const columns = steps_around(part.min_x, part.max_x, step, base.width);
        auto const rows = steps_around(part.min_y, part.max_y, step, base.height);
        Lattice lattice{.values = {},
                        .width = columns.second - columns.first + 1,
                        .height = rows.second - rows.first + 1,
                        .left = 1.0 * columns.first * step,
                        .top = 1.0 * rows.first * step,
                        .step = 1.0 * step};
        if (1.0 * lattice.width * lattice.height > max_values) {
            throw Error{ErrorKind::Limit, "too many values for contours"};
        }
        fill(lattice, step);
        return lattice;
    }

private:
    /// The pixel in the middle of each step, of the coarsest level that has it.
    void fill(Lattice& lattice, int step)
    {
        auto const& levels = m_opened.file->header().levels;
        m_level = ms::raster::choose_level(levels, step);
        auto const& level = levels[m_level];
        double const factor_x = 1.0 * levels[0].width / level.width;
        double const factor_y = 1.0 * levels[0].height / level.height;
        auto const column_of = [&](int i) {
            double const at = (lattice.left + (i + 0.5) * step) / factor_x;
            return std::clamp(static_cast<int>(at), 0, level.width - 1);
        };
        lattice.values.reserve(static_cast<std::size_t>(lattice.width) *
                               static_cast<std::size_t>(lattice.height));
        int const first = column_of(0);
        ms::raster::Window window{first, 0, column_of(lattice.width - 1) - first + 1, 1};
        std::vector<double> row(window.pixels());
        for (int j = 0; j < lattice.height; ++j) {
            double const at = (lattice.top + (j + 0.5) * step) / factor_y;
            window.y = std::clamp(static_cast<int>(at), 0, level.height - 1);
            m_services.deadline.check();
            if (!m_opened.file->read({m_level, window, m_bands, &m_go_on},
                                     std::span<double>{row})) {
                m_services.deadline.check();
                throw Error{ErrorKind::Limit, "reading was stopped"};
            }
            for (int i = 0; i < lattice.width; ++i) {
                lattice.values.push_back(row[static_cast<std::size_t>(column_of(i) - first)]);
            }
        }
    }

    OpenedRaster& m_opened;
    std::array<int, 1> m_bands;
    Services const& m_services;
    ms::ogr::GoOn m_go_on;
    std::size_t m_level = 0;
};

/// The number of crossings of lines between neighbouring values, which is about the number of their
/// points.
double crossings(Lattice const& lattice, std::optional<double> no_data,
                 ContourSettings const& settings)
{
    auto const place_of = [&](double value) {
        return settings.levels.empty()
                   ? std::floor(value / settings.interval)
                   : static_cast<double>(std::ranges::upper_bound(settings.levels, value) -
                                         settings.levels.begin());
    };
    auto const at = [&](int x, int y) {
        double const value =
            lattice.values[static_cast<std::size_t>(y) * static_cast<std::size_t>(lattice.width) +
                           static_cast<std::size_t>(x)];
        return std::isfinite(value) && value != no_data ? std::optional{place_of(value)}
                                                        : std::nullopt;
    };
    double sum = 0;
    for (int y = 0; y < lattice.height; ++y) {
        for (int x = 0; x < lattice.width; ++x) {
            auto const here = at(x, y);
            auto const right = x + 1 < lattice.width ? at(x + 1, y) : std::nullopt;
            auto const below = y + 1 < lattice.height ? at(x, y + 1) : std::nullopt;
            sum += here && right ? std::abs(*here - *right) : 0;
            sum += here && below ? std::abs(*here - *below) : 0;
        }
    }
    return sum;
}

} // namespace

ContourSettings contour_settings(mapfile::Map const& map, mapfile::Layer const& layer,
                                 double scale_denominator)
{
    ContourSettings settings;
    if (auto const bands = layer.processing_value("BANDS")) {
        auto const numbers = numbers_of(*bands);
        if (!numbers || numbers->front() < 1 || numbers->front() > 65536) {
            fail(map, layer, "PROCESSING BANDS is not a number of a band");
        }
        settings.band = static_cast<int>(numbers->front());
    }
    read_key(map, layer, "CONTOUR_INTERVAL", scale_denominator, [&](std::vector<double> numbers) {
        if (numbers.size() != 1 || numbers[0] <= 0) {
            fail(map, layer, "PROCESSING CONTOUR_INTERVAL is not a positive number");
        }
        settings.interval = numbers[0];
    });
    read_key(map, layer, "CONTOUR_LEVELS", scale_denominator,
             [&](std::vector<double> numbers) { settings.levels = std::move(numbers); });
    std::ranges::sort(settings.levels);
    settings.has_item = layer.processing_value("CONTOUR_ITEM").has_value();
    return settings;
}

void add_contours(OpenedRaster& opened, ContourSettings const& settings, Query const& query,
                  Services const& services, feature::FeatureBatch& rows)
{
    auto const& header = opened.file->header();
    if (static_cast<std::size_t>(settings.band) > header.bands.size()) {
        auto const text =
            fmt::format("PROCESSING BANDS includes illegal band '{}', should be from 1 to {}",
                        settings.band, header.bands.size());
        throw PublicError{ErrorKind::BadMapfile, text, text};
    }
    Reader reader{opened, settings.band, services};
    auto const lattice = reader.read(*query.box, query.pixel_size);
    if (lattice.width < 2 || lattice.height < 2) {
        return;
    }
    auto const no_data = header.bands[static_cast<std::size_t>(settings.band) - 1].no_data;
    if (crossings(lattice, no_data, settings) > max_crossings) {
        std::string const text =
            "PROCESSING CONTOUR_INTERVAL or CONTOUR_LEVELS gives too many lines";
        throw PublicError{ErrorKind::BadMapfile, text, text};
    }
    auto const lines = ms::ogr::load_module().contours({.values = lattice.values,
                                                        .width = lattice.width,
                                                        .height = lattice.height,
                                                        .no_data = no_data,
                                                        .interval = settings.interval,
                                                        .levels = settings.levels},
                                                       reader.go_on());
    services.deadline.check();
    auto& geometry = rows.geometry;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        for (auto const& point : lines[i].points) {
            geometry.points.push_back(
                transformed(opened.to_world, {lattice.left + point.x * lattice.step,
                                              lattice.top + point.y * lattice.step}));
        }
        geometry.end_ring();
        geometry.end_part();
        geometry.end_feature(geometry::Kind::Line);
        rows.attributes[0].append(std::to_string(i));
        if (settings.has_item) {
            rows.attributes[1].append(fmt::format("{:.3f}", lines[i].value));
        }
    }
}

} // namespace ms::source::raster
