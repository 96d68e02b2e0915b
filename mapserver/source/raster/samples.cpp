// SPDX-License-Identifier: MIT
#include "source/raster/samples.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "mapfile/processing_switch.hpp"
#include "source/layer_error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace ms::source::raster {

namespace {

constexpr double max_points = 1'000'000;

[[noreturn]] void fail(mapfile::Map const& map, mapfile::Layer const& layer,
                       std::string const& what)
{
    throw LayerError{ErrorKind::BadMapfile,
                     fmt::format("layer \"{}\": {} ({})", layer.name, what, map.where(layer.at)),
                     not_drawn(layer.name, what)};
}

std::vector<int> bands_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    std::vector<int> bands;
    auto const text = layer.processing_value("BANDS");
    auto const list = replace_all(text.value_or(""), ",", " ");
    for (auto const word : split_words(list)) {
        auto const band = parse_int(word);
        if (!band || *band < 1) {
            fail(map, layer,
                 "PROCESSING BANDS \"" + std::string{word} + "\" is not a number of a band");
        }
        bands.push_back(*band);
    }
    return bands;
}

double positive(mapfile::Map const& map, mapfile::Layer const& layer, std::string_view key,
                std::optional<std::string_view> text, double otherwise)
{
    if (!text) {
        return otherwise;
    }
    auto const number = parse_double(trim(*text));
    if (!number || *number <= 0 || !std::isfinite(*number)) {
        fail(map, layer, fmt::format("PROCESSING {} is not a positive number", key));
    }
    return *number;
}

/// What a grid of places covers.
geometry::Box covered_box(Query const& query, std::optional<geometry::Box> const& file)
{
    auto const& box = *query.box;
    if (!file || query.image->is_fixed) {
        return box;
    }
    bool const is_within = file->min_x >= box.min_x && file->max_x <= box.max_x &&
                           file->min_y >= box.min_y && file->max_y <= box.max_y;
    if (is_within) {
        return {file->min_x - box.width() / 2, file->min_y - box.height() / 2,
                file->max_x + box.width() / 2, file->max_y + box.height() / 2};
    }
    return {std::max(box.min_x, file->min_x), std::max(box.min_y, file->min_y),
            std::min(box.max_x, file->max_x), std::min(box.max_y, file->max_y)};
}

void add_point(geometry::Point point, feature::FeatureBatch& rows)
{
    rows.geometry.points.push_back(point);
    rows.geometry.end_ring();
    rows.geometry.end_part();
    rows.geometry.end_feature(geometry::Kind::Point);
}

void add_arrow(geometry::Point point, double u, double v, double scale, feature::FeatureBatch& rows)
{
    double const angle = std::atan2(v, u) * 180 / std::numbers::pi;
    double const turned = angle + 180;
    double const length = std::hypot(u, v) * scale;
    std::array const values{angle, turned >= 360 ? turned - 360 : turned, length, length / 2, u, v};
    for (std::size_t i = 0; i < values.size(); ++i) {
        rows.attributes[i].append(fmt::format("{:f}", values[i]));
    }
    add_point(point, rows);
}

/// Bands that the file has. \throws PublicError{BadMapfile}
std::vector<int> checked_bands(SampleSettings const& settings, ms::raster::Header const& header)
{
    auto const refuse = [](std::string const& what) {
        throw PublicError{ErrorKind::BadMapfile, what, what};
    };
    auto bands = settings.bands;
    if (bands.empty()) {
        if (header.bands.size() > 1) {
            refuse("PROCESSING BANDS has to say which band the labels show");
        }
        bands = {1};
    }
    for (auto const band : bands) {
        if (static_cast<std::size_t>(band) > header.bands.size()) {
            refuse(
                fmt::format("PROCESSING BANDS includes illegal band '{}', should be from 1 to {}",
                            band, header.bands.size()));
        }
    }
    return bands;
}

} // namespace

SampleSettings sample_settings(mapfile::Map const& map, mapfile::Layer const& layer)
{
    SampleSettings settings;
    settings.is_vector = layer.connection_type == mapfile::ConnectionType::UvRaster;
    settings.bands = bands_of(map, layer);
    if (settings.is_vector && settings.bands.size() != 2) {
        fail(map, layer, "PROCESSING BANDS has to name two bands, u and v");
    }
    if (!settings.is_vector && settings.bands.size() > 1) {
        fail(map, layer, "PROCESSING BANDS has to name one band");
    }
    settings.spacing_px =
        settings.is_vector
            ? positive(map, layer, "UV_SPACING", layer.processing_value("UV_SPACING"), 32)
            : positive(map, layer, "LABEL_SPACING", layer.processing_value("LABEL_SPACING"), 32);
    settings.spacing_px = std::max(1.0, settings.spacing_px);
    settings.size_scale =
        positive(map, layer, "UV_SIZE_SCALE", layer.processing_value("UV_SIZE_SCALE"), 1);
    auto const resample = trim(layer.processing_value("RESAMPLE").value_or("AVERAGE"));
    if (equals_ignoring_case(resample, "NEAREST")) {
        settings.by = SampleBy::Nearest;
    } else if (equals_ignoring_case(resample, "BILINEAR")) {
        settings.by = SampleBy::Bilinear;
    } else if (!equals_ignoring_case(resample, "AVERAGE")) {
        fail(map, layer, "PROCESSING RESAMPLE is none of NEAREST, BILINEAR, AVERAGE");
    }
    settings.may_repeat = mapfile::is_processing_on(layer, "ALLOW_OVERSAMPLE", false);
    return settings;
}

SampleGrid::SampleGrid(SampleSettings settings, Query const& query,
                       std::optional<geometry::Box> const& file)
    : m_settings(std::move(settings))
{
    if (!query.box || !query.image) {
        return;
    }
    m_box = *query.box;
    auto const covered = covered_box(query, file);
    if (covered.is_empty()) {
        return;
    }
    auto const along = [](double length, int pixels) { return length / std::max(1, pixels - 1); };
    double const pixel = std::max(along(covered.width(), query.image->width),
                                  along(covered.height(), query.image->height));
    m_cells.side = m_settings.spacing_px * pixel;
    m_cells.origin = {covered.min_x - pixel / 2, covered.min_y - pixel / 2};
    count_places(*query.image);
}

void SampleGrid::count_places(QueryImage const& image)
{
    auto const columns = std::floor(image.width / m_settings.spacing_px);
    auto const lines = std::floor(image.height / m_settings.spacing_px);
    if (columns * lines > max_points) {
        throw Error{ErrorKind::Limit, "too many points"};
    }
    m_cells.columns = static_cast<int>(columns);
    m_cells.lines = static_cast<int>(lines);
    m_places.resize(static_cast<std::size_t>(columns * lines));
}

/// Labels that would show a pixel of the file several times.
bool SampleGrid::is_by_pixel(OpenedRaster const& opened) const
{
    auto const& t = opened.to_world;
    double const base = std::min(std::hypot(t[1], t[4]), std::hypot(t[2], t[5]));
    return !m_settings.is_vector && !m_settings.may_repeat && base > m_cells.side;
}

void SampleGrid::read(OpenedRaster& opened, Services const& services)
{
    auto const bands = checked_bands(m_settings, opened.file->header());
    if (!(m_cells.side > 0) || m_places.empty()) {
        return;
    }
    Sampler const sampler{opened, bands, m_cells, m_settings.by, services};
    if (is_by_pixel(opened)) {
        read_pixels(opened, sampler, bands.size());
    } else {
        read_places(sampler, bands.size());
    }
}

/// Each pixel of the file once, in its middle.
void SampleGrid::read_pixels(OpenedRaster const& opened, Sampler const& sampler, std::size_t bands)
{
    auto const& t = opened.to_world;
    auto const inverse = from_world(t);
    auto const one = transformed(inverse, {m_box.min_x, m_box.min_y});
    auto const other = transformed(inverse, {m_box.max_x, m_box.max_y});
    auto const [width, height] = opened.file->header().levels.front();
    int const right = std::min(width, static_cast<int>(std::ceil(std::max(one.x, other.x))));
    int const bottom = std::min(height, static_cast<int>(std::ceil(std::max(one.y, other.y))));
    for (int y = std::max(0, static_cast<int>(std::min(one.y, other.y))); y < bottom; ++y) {
        for (int x = std::max(0, static_cast<int>(std::min(one.x, other.x))); x < right; ++x) {
            Sample sample{.at = transformed(t, {x + 0.5, y + 0.5})};
            if (sampler.sample(sample.at, std::span{sample.values}.first(bands))) {
                m_pixels.push_back(sample);
            }
            if (static_cast<double>(m_pixels.size()) > max_points) {
                throw Error{ErrorKind::Limit, "too many points"};
            }
        }
    }
}

void SampleGrid::read_places(Sampler const& sampler, std::size_t bands)
{
    auto const columns = static_cast<std::size_t>(m_cells.columns);
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        auto const column = static_cast<double>(i % columns);
        auto const line = static_cast<double>(m_cells.lines) - 1 - static_cast<double>(i / columns);
        Sample sample{.at = {m_cells.origin.x + (column + 0.5) * m_cells.side,
                             m_cells.origin.y + (line + 0.5) * m_cells.side}};
        bool const is_free = !m_places[i] || sampler.contains(sample.at);
        if (is_free && sampler.sample(sample.at, std::span{sample.values}.first(bands))) {
            m_places[i] = sample;
        }
    }
}

void SampleGrid::write(Sample const& sample, feature::FeatureBatch& rows) const
{
    auto const& values = sample.values;
    if (!m_settings.is_vector) {
        rows.attributes[0].append(fmt::format("{:.15g}", values[0]));
        add_point(sample.at, rows);
    } else if (values[0] != 0 || values[1] != 0) {
        add_arrow(sample.at, values[0], values[1], m_settings.size_scale, rows);
    }
}

void SampleGrid::write(feature::FeatureBatch& rows) const
{
    auto const columns = static_cast<std::size_t>(m_cells.columns);
    auto const lines = static_cast<std::size_t>(m_cells.lines);
    auto const write_place = [&](std::size_t line, std::size_t column) {
        if (auto const& sample = m_places[line * columns + column]) {
            write(*sample, rows);
        }
    };
    auto const outer = m_settings.is_vector ? columns : lines;
    auto const inner = m_settings.is_vector ? lines : columns;
    for (std::size_t i = 0; i < outer; ++i) {
        for (std::size_t j = 0; j < inner; ++j) {
            m_settings.is_vector ? write_place(j, i) : write_place(i, j);
        }
    }
    for (auto const& sample : m_pixels) {
        write(sample, rows);
    }
}

} // namespace ms::source::raster
