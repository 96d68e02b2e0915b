// SPDX-License-Identifier: MIT
#include "style/raster_processing.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ms::style {

namespace {

[[noreturn]] void refuse_processing(std::string const& what)
{
    auto const text = "PROCESSING " + what;
    throw ToldError{ErrorKind::BadMapfile, text, text};
}

std::vector<int> written_bands(std::string_view text, std::size_t count)
{
    std::vector<int> bands;
    auto const blanks = replace_all(text, ",", " ");
    for (auto const word : split_words(blanks)) {
        auto const number = parse_int(word);
        if (!number || *number < 1 || static_cast<std::size_t>(*number) > count) {
            refuse_processing(fmt::format(
                "BANDS includes illegal band '{}', should be from 1 to {}", word, count));
        }
        bands.push_back(*number);
    }
    if (bands.empty() || bands.size() > 4) {
        refuse_processing("BANDS has the wrong number of bands, expected 1 to 4");
    }
    if (bands.size() == 2) {
        bands.pop_back(); // as in MapServer
    }
    return bands;
}

std::optional<std::string_view> of_color(mapfile::Layer const& layer, std::string_view key,
                                         std::size_t color)
{
    auto const own = layer.processing_value(fmt::format("{}_{}", key, color + 1));
    return own ? own : layer.processing_value(key);
}

} // namespace

std::vector<int> bands_of(mapfile::Layer const& layer, raster::Header const& header,
                          bool is_classified)
{
    auto const& bands = header.bands;
    if (auto const text = layer.processing_value("BANDS")) {
        return written_bands(*text, bands.size());
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

std::vector<std::optional<ScaleRange>>
scales_of(mapfile::Layer const& layer, std::vector<int> const& bands, RangeOfBand const& range)
{
    std::vector<std::optional<ScaleRange>> scales;
    for (std::size_t i = 0; i < bands.size(); ++i) {
        auto const text = of_color(layer, "SCALE", i);
        auto& scale = scales.emplace_back();
        if (!text || trim(*text).empty()) {
            continue;
        }
        if (equals_ignoring_case(trim(*text), "AUTO")) {
            // The alpha band says how much is seen, which contrast does not change.
            if (i != 3 && !(bands.size() == 2 && i == 1)) {
                scale = range(bands[i]);
            }
        } else {
            auto const parts = split(*text, ',');
            auto const low = parts.size() == 2 ? parse_double(trim(parts[0])) : std::nullopt;
            auto const high = parts.size() == 2 ? parse_double(trim(parts[1])) : std::nullopt;
            if (!low || !high) {
                refuse_processing("SCALE option unparsable, expected 'min,max' or 'AUTO'");
            }
            scale = ScaleRange{*low, *high};
        }
        if (scale && scale->first == scale->second) {
            scale->second += 1;
        }
    }
    return scales;
}

std::vector<std::uint8_t> lut_of(mapfile::Layer const& layer, std::size_t color)
{
    auto const text = of_color(layer, "LUT", color);
    if (!text) {
        return {};
    }
    std::vector<std::pair<double, double>> knots{{0, 0}};
    for (auto const pair : split(*text, ',')) {
        auto const colon = pair.find(':');
        auto const in = colon == std::string_view::npos ? std::nullopt
                                                        : parse_double(trim(pair.substr(0, colon)));
        auto const out = in ? parse_double(trim(pair.substr(colon + 1))) : std::nullopt;
        if (!out || *in < 0 || *in > 65535 || *in < knots.back().first) {
            refuse_processing("LUT is not \"in:out,in:out\" with rising inputs from 0 to 65535");
        }
        if (*in == knots.back().first) {
            knots.pop_back();
        }
        knots.emplace_back(*in, std::clamp(*out, 0.0, 255.0));
    }
    bool const is_wide = knots.back().first > 255;
    if (knots.back().first < 255) {
        knots.emplace_back(255, 255);
    }
    std::vector<std::uint8_t> table(is_wide ? 65536 : 256);
    std::size_t next = 1;
    for (std::size_t i = 0; i < table.size(); ++i) {
        auto const value = static_cast<double>(i);
        while (next + 1 < knots.size() && knots[next].first < value) {
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

std::vector<std::optional<double>>
no_data_of(mapfile::Layer const& layer, raster::Header const& header, std::vector<int> const& bands)
{
    auto const word = layer.processing_value("NODATA");
    std::vector<std::optional<double>> values;
    for (int const band : bands) {
        auto const& of_file = header.bands[static_cast<std::size_t>(band) - 1].no_data;
        if (!word || equals_ignoring_case(trim(*word), "AUTO")) {
            values.push_back(of_file);
        } else if (trim(*word).empty() || equals_ignoring_case(trim(*word), "OFF")) {
            values.emplace_back();
        } else if (auto const number = parse_double(trim(*word))) {
            values.push_back(number);
        } else {
            refuse_processing("NODATA is not a number, AUTO or OFF");
        }
    }
    return values;
}

} // namespace ms::style
