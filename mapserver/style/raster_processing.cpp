// SPDX-License-Identifier: MIT
#include "style/raster_processing.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "mapfile/processing_switch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ms::style {

namespace {

constexpr double max_lut_input = 65535;

[[noreturn]] void refuse_processing(std::string const& what)
{
    auto const text = "PROCESSING " + what;
    throw PublicError{ErrorKind::BadMapfile, text, text};
}

std::vector<int> parse_bands(std::string_view text)
{
    std::vector<int> bands;
    auto const blanks = replace_all(text, ",", " ");
    for (auto const word : split_words(blanks)) {
        auto const number = parse_int(word);
        if (!number) {
            refuse_processing(
                fmt::format("BANDS includes illegal band '{}', should be a number from 1", word));
        }
        bands.push_back(*number);
    }
    constexpr std::size_t max_bands = 1000;
    if (bands.empty() || bands.size() > max_bands) {
        refuse_processing("BANDS has the wrong number of bands, expected 1 to 1000");
    }
    return bands;
}

raster::Kernel parse_kernel(std::string_view word)
{
    auto const kernel = raster::find_kernel(trim(word));
    if (!kernel) {
        refuse_processing("RESAMPLE is not NEAREST, BILINEAR or AVERAGE");
    }
    return *kernel;
}

ColorScale parse_scale(std::string_view text)
{
    if (text.empty()) {
        return {};
    }
    if (equals_ignoring_case(text, "AUTO")) {
        return {.is_auto = true, .range = {}};
    }
    auto const parts = split(text, ',');
    auto const low = parts.size() == 2 ? parse_double(trim(parts[0])) : std::nullopt;
    auto const high = parts.size() == 2 ? parse_double(trim(parts[1])) : std::nullopt;
    if (!low || !high) {
        refuse_processing("SCALE option unparsable, expected 'min,max' or 'AUTO'");
    }
    if (*low == *high) {
        return {.is_auto = true, .range = {}}; // as in MapServer
    }
    return {.is_auto = false, .range = ScaleRange{*low, *high}};
}

/// As in MapServer, SCALE goes before SCALE_1 (of LUT, the one of a colour goes first), and is
/// alone what classes of numbers know.
void parse_scales(mapfile::Layer const& layer, RasterProcessing& processing)
{
    if (auto const text = layer.processing_value("SCALE")) {
        processing.class_scale = parse_scale(trim(*text));
        processing.scales.fill(processing.class_scale);
        return;
    }
    for (std::size_t i = 0; i < RasterProcessing::max_colors; ++i) {
        if (auto const text = layer.processing_value(fmt::format("SCALE_{}", i + 1))) {
            processing.scales[i] = parse_scale(trim(*text));
        }
    }
}

using Knot = std::pair<double, double>; ///< input, output

void add_knot(std::vector<Knot>& knots, std::optional<double> in, std::optional<double> out)
{
    if (!in || !out || *in < 0 || *in > max_lut_input || *in < knots.back().first) {
        refuse_processing("LUT is not \"in:out,in:out\" with rising inputs from 0 to 65535");
    }
    if (*in == 0) {
        knots.clear(); // 0:0 is the default
    }
    knots.emplace_back(*in, std::clamp(*out, 0.0, 255.0));
}

std::vector<Knot> parse_knots(std::string_view text)
{
    std::vector<Knot> knots{{0, 0}};
    auto const joined = replace_all(text, "\n", ","); // a file may hold several lines
    for (auto const pair : split(joined, ',')) {
        auto const trimmed = trim(pair);
        auto const colon = std::min(trimmed.find(':'), trimmed.size());
        if (!trimmed.empty()) {
            add_knot(knots, parse_double(trim(trimmed.substr(0, colon))),
                     parse_double(trim(trimmed.substr(std::min(colon + 1, trimmed.size())))));
        }
    }
    return knots;
}

std::vector<std::uint8_t> table_of(std::vector<Knot> knots)
{
    bool const is_wide = knots.back().first > 255;
    if (knots.back().first < 255) {
        knots.emplace_back(255, 255);
    }
    std::vector<std::uint8_t> table(is_wide ? 65536 : 256);
    std::size_t next = 1;
    for (std::size_t i = 0; i < table.size(); ++i) {
        auto const value = static_cast<double>(i);
        while (next + 1 < knots.size() && knots[next].first <= value) {
            ++next;
        }
        auto const& [from_in, from_out] = knots[knots.size() > 1 ? next - 1 : 0];
        auto const& [to_in, to_out] = knots[knots.size() > 1 ? next : 0];
        double const share =
            to_in > from_in ? std::clamp((value - from_in) / (to_in - from_in), 0.0, 1.0) : 1.0;
        table[i] = static_cast<std::uint8_t>(std::lround(std::lerp(from_out, to_out, share)));
    }
    return table;
}

constexpr std::string_view curves_begin = "# GIMP Curves File";

/// Seventeen points "in out" of a line of a GIMP file; -1 -1: not set.
std::vector<std::uint8_t> parse_curve(std::string_view line)
{
    auto const words = split_words(line);
    std::vector<Knot> knots{{0, 0}};
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
        auto const in = parse_double(words[i]);
        if (in != -1.0) {
            add_knot(knots, in, parse_double(words[i + 1]));
        }
    }
    return table_of(std::move(knots));
}

/// The curve of a colour, then that of all colours. The lines of a file are: all, red (also of
/// grey), green, blue, alpha.
std::vector<std::uint8_t> parse_curves(std::string_view text, std::size_t color)
{
    auto const lines = split(text, '\n');
    if (lines.size() < RasterProcessing::max_colors + 2) {
        refuse_processing("LUT names a file of GIMP curves that has too few lines");
    }
    auto const all = parse_curve(lines[1]);
    auto table = parse_curve(lines[color + 2]);
    for (auto& value : table) {
        value = all[value];
    }
    return table;
}

/// Written out, or the name of a file that holds it.
std::vector<std::uint8_t> parse_lut(std::string_view text, std::size_t color,
                                    ReadText const& read_text)
{
    if (text.find_first_not_of("0123456789.,: ") == std::string_view::npos) {
        return table_of(parse_knots(text));
    }
    std::string file;
    try {
        file = read_text ? read_text(text) : std::string{};
    } catch (Error const&) {
        file.clear();
    }
    if (file.empty()) {
        refuse_processing("LUT names a file that cannot be read");
    }
    auto const content = replace_all(file, "\r", "");
    return content.starts_with(curves_begin) ? parse_curves(content, color)
                                             : table_of(parse_knots(content));
}

double parse_gamma(std::string_view text)
{
    auto const gamma = parse_double(trim(text));
    if (!gamma || *gamma <= 0 || !std::isfinite(*gamma)) {
        refuse_processing("GAMMA is not a number above 0");
    }
    return *gamma;
}

double parse_oversampling(std::string_view text)
{
    auto const number = parse_double(text);
    if (!number || !(*number > 0) || !std::isfinite(*number)) {
        refuse_processing("OVERSAMPLE_RATIO is not a positive number");
    }
    return *number;
}

int parse_buckets(std::string_view text)
{
    auto const number = parse_int(text);
    if (!number || *number < 2) {
        refuse_processing("SCALE_BUCKETS is not a whole number of at least 2");
    }
    return *number;
}

void parse_no_data(std::string_view word, RasterProcessing& processing)
{
    if (equals_ignoring_case(word, "AUTO")) {
        return;
    }
    if (word.empty() || equals_ignoring_case(word, "OFF")) {
        processing.no_data = NoData::Off;
        return;
    }
    auto const number = parse_double(word);
    if (!number) {
        refuse_processing("NODATA is not a number, AUTO or OFF");
    }
    processing.no_data = NoData::Written;
    processing.no_data_value = *number;
}

/// The number of an overview, or NONE; LOAD_FULL_RES_IMAGE is NONE, too.
std::optional<std::size_t> level_of(mapfile::Layer const& layer)
{
    if (mapfile::is_processing_on(layer, "LOAD_FULL_RES_IMAGE", false)) {
        return 0;
    }
    auto const* const text = layer.connection_options.find("OVERVIEW_LEVEL");
    if (text == nullptr) {
        return std::nullopt;
    }
    auto const number = parse_int(trim(*text));
    return number && *number >= 0 ? static_cast<std::size_t>(*number) + 1 : 0;
}

} // namespace

RasterProcessing parse_raster_processing(mapfile::Layer const& layer, ReadText const& read_text)
{
    RasterProcessing processing;
    if (auto const word = layer.processing_value("RESAMPLE")) {
        processing.kernel = parse_kernel(*word);
    }
    if (auto const text = layer.processing_value("BANDS")) {
        processing.bands = parse_bands(*text);
    }
    parse_scales(layer, processing);
    for (std::size_t i = 0; i < RasterProcessing::max_colors; ++i) {
        auto const own = layer.processing_value(fmt::format("LUT_{}", i + 1));
        if (auto const text = own ? own : layer.processing_value("LUT")) {
            processing.luts[i] = parse_lut(trim(*text), i, read_text);
        }
    }
    if (auto const text = layer.processing_value("GAMMA")) {
        processing.gamma = parse_gamma(*text);
    }
    if (auto const word = layer.processing_value("NODATA")) {
        parse_no_data(trim(*word), processing);
    }
    if (auto const text = layer.processing_value("OVERSAMPLE_RATIO")) {
        processing.oversampling = parse_oversampling(trim(*text));
    }
    if (mapfile::is_processing_on(layer, "LOAD_FULL_RES_IMAGE", false)) {
        processing.oversampling = std::numeric_limits<double>::infinity();
    }
    if (auto const text = layer.processing_value("SCALE_BUCKETS")) {
        processing.buckets = parse_buckets(trim(*text));
    }
    processing.classifies_scaled = mapfile::is_processing_on(layer, "CLASSIFY_SCALED", false);
    processing.uses_mask = mapfile::is_processing_on(layer, "USE_MASK_BAND", true);
    processing.level = level_of(layer);
    return processing;
}

void check_bands(std::vector<int> const& bands, raster::Header const& header)
{
    auto const count = header.bands.size();
    for (int const band : bands) {
        if (band < 1 || static_cast<std::size_t>(band) > count) {
            refuse_processing(fmt::format(
                "BANDS includes illegal band '{}', should be from 1 to {}", band, count));
        }
    }
}

std::vector<int> bands_of(RasterProcessing const& processing, raster::Header const& header,
                          bool is_classified)
{
    auto const& bands = header.bands;
    check_bands(processing.bands, header);
    if (processing.bands.size() > RasterProcessing::max_colors) {
        refuse_processing("BANDS has the wrong number of bands, expected at most 4");
    }
    if (!processing.bands.empty()) {
        // As in MapServer: the first of two; and classes of numbers that are no bytes compare the
        // first.
        auto const first = processing.bands[0];
        bool const is_byte =
            bands[static_cast<std::size_t>(first) - 1].type == raster::SampleType::Byte;
        bool const has_one = processing.bands.size() == 2 || (is_classified && !is_byte);
        return has_one ? std::vector{first} : processing.bands;
    }
    if (is_classified || !bands[0].palette.empty()) {
        return {1};
    }
    if (bands.size() >= 3) {
        auto const alpha = std::find_if(bands.begin() + 3, bands.end(),
                                        [](raster::Band const& band) { return band.is_alpha; });
        std::vector<int> chosen{1, 2, 3};
        if (alpha != bands.end()) {
            chosen.push_back(static_cast<int>(alpha - bands.begin()) + 1);
        }
        return chosen;
    }
    return bands.size() == 2 && bands[1].is_alpha ? std::vector{1, 2} : std::vector{1};
}

std::vector<std::optional<ScaleRange>> scales_of(RasterProcessing const& processing,
                                                 std::vector<int> const& bands,
                                                 RangeOfBand const& range)
{
    std::vector<std::optional<ScaleRange>> scales;
    for (std::size_t i = 0; i < bands.size(); ++i) {
        auto const& written = processing.scales.at(i);
        auto& scale = scales.emplace_back(written.range);
        // The alpha band is the visibility, which contrast does not change.
        bool const is_alpha = i == 3 || (bands.size() == 2 && i == 1);
        if (written.is_auto && !is_alpha) {
            scale = range(bands[i]);
        }
        if (scale && scale->first == scale->second) {
            scale->second += 1;
        }
    }
    return scales;
}

std::vector<std::optional<double>> no_data_of(RasterProcessing const& processing,
                                              raster::Header const& header,
                                              std::vector<int> const& bands)
{
    std::vector<std::optional<double>> values;
    for (int const band : bands) {
        switch (processing.no_data) {
        case NoData::OfFile:
            values.push_back(header.bands[static_cast<std::size_t>(band) - 1].no_data);
            break;
        case NoData::Off:
            values.emplace_back();
            break;
        case NoData::Written:
            values.emplace_back(processing.no_data_value);
            break;
        }
    }
    return values;
}

} // namespace ms::style
