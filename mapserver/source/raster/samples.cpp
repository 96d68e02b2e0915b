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

/// The size of a pixel of the image: Query::pixel_size is slightly smaller, by one pixel more on
/// the axis where it is smallest.
double pixel_of(Query const& query)
{
    auto const along = [&](double length) {
        double const pixels = length / query.pixel_size - 1;
        return pixels >= 1 ? length / std::round(pixels) : query.pixel_size;
    };
    return query.pixel_size > 0 ? std::max(along(query.box->width()), along(query.box->height()))
                                : 0;
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

SampleGrid::SampleGrid(SampleSettings settings, Query const& query)
    : m_settings(std::move(settings))
{
    double const pixel = pixel_of(query);
    if (!query.box || !(pixel > 0)) {
        return;
    }
    m_box = *query.box;
    m_cell = pixel * m_settings.spacing_px;
    auto const columns = std::floor(m_box.width() / m_cell + 1e-3);
    auto const lines = std::floor(m_box.height() / m_cell + 1e-3);
    if (columns * lines > max_points) {
        throw Error{ErrorKind::Limit, "too many points"};
    }
    m_columns = static_cast<std::size_t>(columns);
    m_lines = static_cast<std::size_t>(lines);
    m_places.resize(m_columns * m_lines);
}

/// Labels that would show a pixel of the file several times.
bool SampleGrid::is_by_pixel(OpenedRaster const& opened) const
{
    auto const& t = opened.to_world;
    double const base = std::min(std::hypot(t[1], t[4]), std::hypot(t[2], t[5]));
    return !m_settings.is_vector && !m_settings.may_repeat && base > m_cell;
}

void SampleGrid::read(OpenedRaster& opened, Services const& services)
{
    auto const bands = checked_bands(m_settings, opened.file->header());
    if (!(m_cell > 0)) {
        return;
    }
    Sampler sampler{opened, bands, {m_cell, m_cell}, m_settings.by, services};
    if (is_by_pixel(opened)) {
        read_pixels(opened, sampler, bands.size());
    } else {
        read_places(sampler, bands.size());
    }
}

/// Each pixel of the file once, in its middle.
void SampleGrid::read_pixels(OpenedRaster const& opened, Sampler& sampler, std::size_t bands)
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

void SampleGrid::read_places(Sampler& sampler, std::size_t bands)
{
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        auto const from_top = i / m_columns;
        auto const column = static_cast<double>(i % m_columns);
        auto const line = static_cast<double>(m_lines - 1 - from_top);
        Sample sample{
            .at = {m_box.min_x + (column + 0.5) * m_cell, m_box.min_y + (line + 0.5) * m_cell}};
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
    auto const write_place = [&](std::size_t line, std::size_t column) {
        if (auto const& sample = m_places[line * m_columns + column]) {
            write(*sample, rows);
        }
    };
    auto const outer = m_settings.is_vector ? m_columns : m_lines;
    auto const inner = m_settings.is_vector ? m_lines : m_columns;
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
