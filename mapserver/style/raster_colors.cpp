// SPDX-License-Identifier: MIT
#include "style/raster_colors.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "image/blend.hpp"
#include "raster/color_rows.hpp"
#include "style/color_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace ms::style {

namespace {

constexpr image::Color invisible{0, 0, 0, 0};
constexpr std::size_t table_size = 256;
/// Different numbers whose colours are remembered; a file of floats may have no two equal ones.
constexpr std::size_t max_known_values = std::size_t{1} << 18U;
/// A node of std::unordered_map with its bucket.
constexpr std::size_t known_value_bytes = 48;
/// Numbers that are coloured at once.
constexpr std::size_t value_batch = std::size_t{1} << 12U;

bool has_range(mapfile::Style const& style) noexcept
{
    return style.range_min_color && style.range_max_color; // RANGEITEM does not matter here
}

void store(image::Color color, std::uint8_t* out) noexcept
{
    out[0] = image::multiply(color.red, color.alpha);
    out[1] = image::multiply(color.green, color.alpha);
    out[2] = image::multiply(color.blue, color.alpha);
    out[3] = color.alpha;
}

bool is_same_rgb(image::Color a, image::Color b) noexcept
{
    return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

std::uint8_t grey_of(double value) noexcept
{
    // NaN is black: a pixel of several bands may hold it in one.
    return value > 0 ? static_cast<std::uint8_t>(std::min(std::floor(value + 0.5), 255.0)) : 0;
}

std::array<std::uint8_t, table_size> gamma_table(double gamma)
{
    std::array<std::uint8_t, table_size> table{};
    for (std::size_t i = 0; i < table_size; ++i) {
        table[i] = grey_of(255 * std::pow(static_cast<double>(i) / 255, gamma));
    }
    return table;
}

/// As in MapServer, a band of alpha masks others that are read without it; not itself.
bool has_mask(raster::Header const& header, raster::Band const& first)
{
    return header.has_mask ||
           (!first.is_alpha && std::ranges::any_of(header.bands, &raster::Band::is_alpha));
}

image::Color with_opacity(image::Color color, mapfile::Style const& style) noexcept
{
    color.alpha = grey_of(color.alpha * std::clamp(style.opacity.value, 0.0, 100.0) / 100);
    return color;
}

std::vector<std::string> fields_of(ClassSelection const& classes)
{
    std::vector<std::string> fields;
    classes.collect_fields(fields);
    return fields;
}

/// [pixel], [red], [green] or [blue] of a value.
std::string item_of(std::string_view name, double value, image::Color own)
{
    if (equals_ignoring_case(name, "red")) {
        return fmt::format("{}", own.red);
    }
    if (equals_ignoring_case(name, "green")) {
        return fmt::format("{}", own.green);
    }
    if (equals_ignoring_case(name, "blue")) {
        return fmt::format("{}", own.blue);
    }
    return fmt::format("{}", value);
}

} // namespace

bool is_classified(mapfile::Layer const& layer) noexcept
{
    return std::ranges::any_of(layer.classes, [](mapfile::Class const& each) {
        return each.expression.kind != mapfile::ExpressionKind::None ||
               std::ranges::any_of(each.styles, has_range);
    });
}

RasterColors::RasterColors(mapfile::Layer const& layer, RasterProcessing const& processing,
                           ClassSelection const& classes, raster::Header const& header,
                           RangeOfBand const& range)
    : m_layer(layer), m_processing(processing), m_color_space(color_space_of(layer)),
      m_classes(classes), m_fields(fields_of(classes)), m_index(classes, m_fields),
      m_bands(bands_of(processing, header, is_classified(layer))),
      m_no_data(no_data_of(processing, header, m_bands)), m_is_classified(is_classified(layer)),
      m_gamma(gamma_table(processing.gamma))
{
    m_has_alpha = m_bands.size() == 4 || m_bands.size() == 2;
    m_colors = m_bands.size() - (m_has_alpha ? 1 : 0);
    auto const& first = header.bands[static_cast<std::size_t>(m_bands[0]) - 1];
    if (m_is_classified && m_colors > 1) {
        throw PublicError{ErrorKind::BadMapfile, "Attempt to classify 24bit image",
                          "Attempt to classify 24bit image"};
    }
    bool const is_byte = std::ranges::all_of(m_bands, [&](int band) {
        return header.bands[static_cast<std::size_t>(band) - 1].type == raster::SampleType::Byte;
    });
    m_uses_mask = has_mask(header, first) && !m_has_alpha && processing.uses_mask;
    if (m_colors == 1) {
        m_palette = first.palette;
    }
    bool const has_table = m_colors == 1 && (m_is_classified || !first.palette.empty());
    m_reads_bytes = is_byte;
    if (m_colors == 1 && m_is_classified && !is_byte) {
        m_mode = Mode::Values;
        set_buckets(first, range);
        return;
    }
    m_scales = scales_of(processing, m_bands, range);
    if (has_table && is_byte) {
        m_mode = Mode::Table;
        fill_table(first);
    }
}

void RasterColors::set_buckets(raster::Band const& first, RangeOfBand const& range)
{
    constexpr double most_buckets = 65536;
    m_class_range = m_processing.class_scale.range;
    if (!m_processing.classifies_scaled) {
        return;
    }
    m_buckets = m_processing.buckets > 0 ? m_processing.buckets : most_buckets;
    if (!m_class_range) {
        m_class_range = range(m_bands[0]);
        // The largest value has a bucket, too; whole numbers have one each.
        bool const is_whole =
            first.type == raster::SampleType::UInt16 || first.type == raster::SampleType::Int16;
        m_class_range->second =
            is_whole ? m_class_range->second + 1
                     : std::nextafter(m_class_range->second, std::numeric_limits<double>::max());
        if (is_whole && m_processing.buckets == 0) {
            m_buckets = m_class_range->second - m_class_range->first;
        }
    }
}

double RasterColors::class_value(double value) const
{
    if (m_mode == Mode::Table) {
        return byte_of(value, 0);
    }
    if (!m_class_range) {
        return value;
    }
    auto const [least, most] = *m_class_range;
    if (!(value >= least && value < most)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return m_buckets > 0 ? std::floor((value - least) * m_buckets / (most - least)) : value;
}

image::Color RasterColors::corrected(image::Color color) const noexcept
{
    return {m_gamma[color.red], m_gamma[color.green], m_gamma[color.blue], color.alpha};
}

std::size_t RasterColors::kept_bytes() const noexcept
{
    return m_known_values.size() * known_value_bytes;
}

void RasterColors::fill_table(raster::Band const& band)
{
    std::vector<double> values(table_size);
    m_table.resize(table_size, invisible);
    for (std::size_t i = 0; i < table_size; ++i) {
        values[i] = byte_of(static_cast<double>(i), 0);
        auto const byte = static_cast<std::uint8_t>(values[i]);
        m_table[i] = band.palette.empty()         ? image::Color{byte, byte, byte, 255}
                     : byte < band.palette.size() ? band.palette[byte]
                                                  : invisible;
    }
    auto const own = m_table;
    if (m_is_classified) {
        m_table = classified(values, own);
    }
    for (std::size_t i = 0; i < table_size; ++i) {
        bool const is_off = m_layer.offsite && is_same_rgb(own[i], *m_layer.offsite);
        bool const is_empty = m_no_data[0] && *m_no_data[0] == static_cast<double>(i);
        if (is_off || is_empty || own[i].alpha == 0) {
            m_table[i] = invisible;
        }
        m_table[i] = corrected(m_table[i]);
    }
}

std::vector<std::int32_t> RasterColors::classes_of(std::span<double const> values,
                                                   std::vector<image::Color> const& own)
{
    feature::FeatureBatch batch;
    batch.reset(m_fields.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (std::size_t field = 0; field < m_fields.size(); ++field) {
            batch.attributes[field].append(item_of(m_fields[field], values[i], own[i]));
        }
        batch.geometry.end_feature(geometry::Kind::None);
    }
    std::vector<std::int32_t> classes;
    m_index.classify(batch, classes);
    for (auto& each : classes) {
        if (each != ClassIndex::no_class) {
            auto const& entry = m_classes.entries()[static_cast<std::size_t>(each)];
            each = static_cast<std::int32_t>(entry.index);
        }
    }
    return classes;
}

std::vector<image::Color> RasterColors::classified(std::span<double const> values,
                                                   std::vector<image::Color> const& own)
{
    auto const classes = classes_of(values, own);
    std::vector<image::Color> colors(values.size(), invisible);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (classes[i] >= 0) {
            colors[i] =
                color_of(m_layer.classes[static_cast<std::size_t>(classes[i])], values[i], own[i]);
        }
    }
    return colors;
}

PixelFacts RasterColors::facts_of(std::span<double const> samples, std::size_t count,
                                  std::size_t at) const
{
    PixelFacts facts;
    auto const first = samples[at];
    // As in MapServer, fractions are cut off where no class is looked for; drawing rounds.
    auto const level = [this](double value) {
        return grey_of(m_layer.classes.empty() ? std::trunc(value) : value);
    };
    auto const red = level(first);
    image::Color own{red, red, red, 255};
    facts.is_found = !is_no_data(samples, count, at);
    if (m_colors >= 3) {
        own.green = level(samples[count + at]);
        own.blue = level(samples[2 * count + at]);
    }
    if (m_has_alpha) {
        facts.is_found = samples[m_colors * count + at] > 0;
    }
    if (!m_palette.empty() && facts.is_found) {
        double const entry = m_mode == Mode::Table ? byte_of(first, 0) : first;
        bool const is_entry = entry >= 0 && entry < static_cast<double>(m_palette.size());
        own = is_entry ? m_palette[static_cast<std::size_t>(entry)] : invisible;
        facts.is_found = own.alpha > 0;
    }
    facts.color = own;
    return facts;
}

std::vector<PixelFacts> RasterColors::describe(std::span<double const> samples,
                                               std::span<std::uint8_t const> mask)
{
    auto const count = samples.size() / m_bands.size();
    std::vector<PixelFacts> facts(count);
    std::vector<image::Color> own(count);
    for (std::size_t i = 0; i < count; ++i) {
        facts[i] = facts_of(samples, count, i);
        facts[i].is_found = facts[i].is_found && (mask.empty() || mask[i] != 0);
        own[i] = *facts[i].color;
    }
    if (m_layer.classes.empty()) {
        return facts;
    }
    std::vector<double> values(count);
    std::ranges::transform(samples.first(count), values.begin(),
                           [this](double value) { return class_value(value); });
    auto const classes = classes_of(values, own);
    for (std::size_t i = 0; i < count; ++i) {
        facts[i].class_index = classes[i];
        if (classes[i] < 0 || std::isnan(values[i])) {
            facts[i].is_found = false;
            continue;
        }
        auto const& styles = m_layer.classes[static_cast<std::size_t>(classes[i])].styles;
        facts[i].color = styles.empty() ? image::Color{0, 0, 0, 255} : styles.front().color.value;
    }
    return facts;
}

image::Color RasterColors::color_of(mapfile::Class const& drawn_class, double value,
                                    image::Color own) const
{
    auto const& styles = drawn_class.styles;
    bool const is_plain =
        !styles.empty() && styles.front().color.value && !has_range(styles.front());
    if (is_plain) { // ranges behind it do not matter, as in MapServer
        return with_opacity(*styles.front().color.value, styles.front());
    }
    for (auto const& style : styles) {
        if (has_range(style) && value >= style.range_min && value <= style.range_max) {
            return with_opacity(color_in_range(style, value, m_color_space), style);
        }
    }
    return std::ranges::any_of(styles, has_range) ? invisible : own;
}

std::uint8_t RasterColors::byte_of(double value, std::size_t color) const
{
    // Numbers of entries of a palette are not scaled.
    bool const is_entry = m_mode == Mode::Table && !m_palette.empty();
    if (auto const& scale = m_scales[color]; scale && !is_entry) {
        value = std::clamp(
            std::trunc((value - scale->first) * 256 / (scale->second - scale->first)), 0.0, 255.0);
    }
    auto const& lut = m_processing.luts.at(color); // of alpha, too, as in MapServer
    if (lut.empty()) {
        return grey_of(value);
    }
    auto const top = static_cast<double>(lut.size() - 1);
    auto const input = value > 0 ? std::min(std::floor(value + 0.5), top) : 0.0; // NaN: 0
    return lut[static_cast<std::size_t>(input)];
}

template <typename Sample>
bool RasterColors::is_no_data(std::span<Sample const> samples, std::size_t count,
                              std::size_t at) const
{
    if (m_has_alpha) {
        return false;
    }
    for (std::size_t c = 0; c < m_colors; ++c) {
        auto const value = static_cast<double>(samples[c * count + at]);
        bool const is_empty = std::isnan(value) || (m_no_data[c] && value == *m_no_data[c]);
        if (!is_empty) {
            return false;
        }
    }
    return true;
}

bool RasterColors::are_colors() const noexcept
{
    bool const has_no_data =
        std::ranges::any_of(m_no_data, [](auto const& value) { return value.has_value(); });
    bool const is_scaled =
        std::ranges::any_of(m_scales, [](auto const& scale) { return scale.has_value(); });
    bool const has_lut =
        std::ranges::any_of(m_processing.luts, [](auto const& lut) { return !lut.empty(); });
    return !m_has_alpha && !has_no_data && !is_scaled && !has_lut && !m_layer.offsite &&
           m_processing.gamma == 1;
}

template <typename Sample>
void RasterColors::paint_colors(std::span<Sample const> samples, std::size_t count,
                                std::span<std::uint8_t> out) const
{
    if constexpr (sizeof(Sample) == 1) {
        if (are_colors()) {
            raster::draw_row({samples, m_colors, count}, count, out.data());
            return;
        }
    }
    // The colour of a byte does not depend on its position.
    std::array<std::array<std::uint8_t, table_size>, 4> tables{};
    if constexpr (sizeof(Sample) == 1) {
        for (std::size_t c = 0; c < m_bands.size(); ++c) {
            for (std::size_t i = 0; i < table_size; ++i) {
                tables[c][i] = byte_of(static_cast<double>(i), c);
            }
        }
    }
    auto const byte_at = [&](std::size_t c, std::size_t i) {
        auto const value = samples[c * count + i];
        if constexpr (sizeof(Sample) == 1) {
            return tables[c][value];
        } else {
            return byte_of(value, c);
        }
    };
    for (std::size_t i = 0; i < count; ++i) {
        if (is_no_data(samples, count, i)) {
            store(invisible, out.data() + i * 4);
            continue;
        }
        auto const red = byte_at(0, i);
        image::Color color{red, red, red, 255};
        if (m_colors >= 3) {
            color.green = byte_at(1, i);
            color.blue = byte_at(2, i);
        }
        if (m_has_alpha) {
            color.alpha = byte_at(m_colors, i);
        }
        if (m_layer.offsite && is_same_rgb(color, *m_layer.offsite)) {
            color = invisible;
        }
        store(corrected(color), out.data() + i * 4);
    }
}

void RasterColors::learn_values(std::span<double const> samples)
{
    if (m_known_values.size() + samples.size() > max_known_values) {
        m_known_values.clear();
    }
    std::vector<double> unknown;
    for (double const value : samples) {
        if (!std::isnan(value) && m_known_values.try_emplace(value, invisible).second) {
            unknown.push_back(value);
        }
    }
    if (unknown.empty()) {
        return;
    }
    std::vector<image::Color> const own(unknown.size(), invisible);
    std::vector<double> values(unknown.size());
    std::ranges::transform(unknown, values.begin(),
                           [this](double value) { return class_value(value); });
    auto const colors = classified(values, own);
    for (std::size_t i = 0; i < unknown.size(); ++i) {
        m_known_values[unknown[i]] = std::isnan(values[i]) ? invisible : corrected(colors[i]);
    }
}

void RasterColors::paint_values(std::span<double const> samples, std::span<std::uint8_t> out)
{
    for (std::size_t begin = 0; begin < samples.size(); begin += value_batch) {
        auto const batch = samples.subspan(begin, std::min(value_batch, samples.size() - begin));
        if (m_deadline != nullptr) {
            m_deadline->check();
        }
        learn_values(batch);
        for (std::size_t i = 0; i < batch.size(); ++i) {
            bool const is_empty =
                std::isnan(batch[i]) || (m_no_data[0] && batch[i] == *m_no_data[0]);
            store(is_empty ? invisible : m_known_values[batch[i]], out.data() + (begin + i) * 4);
        }
    }
}

raster::ColorBands RasterColors::color_bands(std::span<std::uint8_t const> samples) const noexcept
{
    return {samples, m_colors, samples.size() / m_bands.size()};
}

namespace {

void hide_masked(std::span<std::uint8_t const> mask, std::span<std::uint8_t> out)
{
    for (std::size_t i = 0; i < mask.size(); ++i) {
        for (std::size_t c = 0; c < 4; ++c) {
            out[i * 4 + c] = image::multiply(out[i * 4 + c], mask[i]);
        }
    }
}

} // namespace

void RasterColors::paint(std::span<std::uint8_t const> samples, std::span<std::uint8_t const> mask,
                         std::span<std::uint8_t> out)
{
    if (m_mode == Mode::Table) {
        for (std::size_t i = 0; i < out.size() / 4; ++i) {
            store(m_table[samples[i]], out.data() + i * 4);
        }
    } else {
        paint_colors(samples, out.size() / 4, out);
    }
    hide_masked(mask, out);
}

void RasterColors::paint(std::span<double const> samples, std::span<std::uint8_t const> mask,
                         std::span<std::uint8_t> out)
{
    if (m_mode == Mode::Values) {
        paint_values(samples.first(out.size() / 4), out);
    } else {
        paint_colors(samples, out.size() / 4, out);
    }
    hide_masked(mask, out);
}

} // namespace ms::style
