// SPDX-License-Identifier: MIT
#include "ows/wmts/request.hpp"

#include "base/string.hpp"
#include "ows/common/online_resource.hpp"
#include "ows/wmts/tileset.hpp"
#include "ows/wmts/wmts_exception.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ms::ows::wmts {

namespace {

std::string in_quotes(std::string_view text)
{
    return '"' + std::string{text.substr(0, 100)} + '"';
}

std::string const& required(http::Parameters const& parameters, std::string const& name)
{
    auto const* const value = parameters.last(name);
    if (value == nullptr) {
        throw WmtsException{missing_value, name, "The parameter " + name + " is missing."};
    }
    return *value;
}

/// \param limit the number must be below it
int parse_number(http::Parameters const& parameters, std::string const& name, int limit,
                 std::string_view code)
{
    auto const& text = required(parameters, name);
    auto const number = parse_int(text);
    if (!number) {
        throw WmtsException{invalid_value, name, name + " is not a number: " + in_quotes(text)};
    }
    if (*number < 0 || *number >= limit) {
        throw WmtsException{code, name,
                            name + " must be from 0 to " + std::to_string(limit - 1) + '.'};
    }
    return *number;
}

template <typename Range, typename Member>
std::size_t index_of(Range const& range, Member member, std::string const& name,
                     std::string const& value)
{
    auto const found = std::ranges::find(range, value, member);
    if (found == range.end()) {
        throw WmtsException{invalid_value, name, "There is no " + name + ' ' + in_quotes(value)};
    }
    return static_cast<std::size_t>(found - range.begin());
}

std::string format_named(Call const& call, std::string const& text)
{
    auto const formats = formats_of(call);
    for (auto const& format : *formats) {
        if (equals_ignoring_case(format.mime_type, text)) {
            return format.mime_type;
        }
    }
    throw WmtsException{invalid_value, "FORMAT", "Tiles have no format " + in_quotes(text)};
}

using Extension = std::pair<std::string_view, std::string_view>; // of a MIME type
constexpr std::array<Extension, 4> info_extensions{{{"text/plain", "txt"},
                                                    {"text/html", "html"},
                                                    {"application/vnd.ogc.gml", "gml"},
                                                    {"application/json", "json"}}};

[[noreturn]] void refuse_path()
{
    throw WmtsException{invalid_value, "",
                        "There is no such path. Tiles are at 1.0.0/{layer}/{style}/{TileMatrixSet}/"
                        "{TileMatrix}/{TileRow}/{TileCol}, and 1.0.0/WMTSCapabilities.xml "
                        "describes them."};
}

/// "3.png" as 3 and png.
std::pair<std::string_view, std::string_view> split_extension(std::string_view step)
{
    auto const dot = step.rfind('.');
    return dot == std::string_view::npos ? std::pair{step, std::string_view{}}
                                         : std::pair{step.substr(0, dot), step.substr(dot + 1)};
}

std::string format_of_extension(Call const& call, std::string_view extension)
{
    auto const formats = formats_of(call);
    auto const is_named = [&](mapfile::OutputFormat const& format) {
        return extension.empty() || equals_ignoring_case(format.extension, extension) ||
               (equals_ignoring_case(extension, "jpeg") && format.extension == "jpg");
    };
    auto const found = std::ranges::find_if(*formats, is_named);
    if (found == formats->end()) {
        throw WmtsException{invalid_value, "FORMAT",
                            "Tiles have no format " + in_quotes(extension)};
    }
    return found->mime_type;
}

std::string info_format_of_extension(std::string_view extension)
{
    if (extension.empty()) {
        return "text/plain";
    }
    auto const* const found = std::ranges::find(info_extensions, extension, &Extension::second);
    if (found == info_extensions.end()) {
        throw WmtsException{invalid_value, "INFOFORMAT",
                            "Features have no format " + in_quotes(extension)};
    }
    return std::string{found->first};
}

/// The steps of a tile: behind the version, before and behind the dimensions.
constexpr std::size_t steps_before = 2; // layer, style
constexpr std::size_t steps_behind = 4; // set, matrix, row, column
constexpr std::size_t steps_of_pixel = 2;

void append_tile(http::Parameters& parameters, std::span<std::string const> steps, Call const& call)
{
    auto const& map = *call.map;
    if (steps.size() < steps_before + steps_behind) {
        refuse_path();
    }
    auto const dimensions = dimensions_of(map, find_tileset(map, steps[0]));
    auto const tile_steps = steps_before + dimensions.size() + steps_behind;
    bool const has_pixel = steps.size() == tile_steps + steps_of_pixel;
    if (steps.size() != tile_steps && !has_pixel) {
        refuse_path();
    }
    parameters.append("LAYER", steps[0]);
    parameters.append("STYLE", steps[1]);
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
        parameters.append(dimensions[i].identifier, steps[steps_before + i]);
    }
    auto const place = steps.subspan(steps_before + dimensions.size());
    auto const [last, extension] = split_extension(steps.back());
    parameters.append("TILEMATRIXSET", place[0]);
    parameters.append("TILEMATRIX", place[1]);
    parameters.append("TILEROW", place[2]);
    parameters.append("TILECOL", has_pixel ? place[3] : std::string{last});
    parameters.append("FORMAT", format_of_extension(call, has_pixel ? "" : extension));
    if (has_pixel) {
        parameters.append("J", place[4]);
        parameters.append("I", std::string{last});
        parameters.append("INFOFORMAT", info_format_of_extension(extension));
    }
    parameters.append("REQUEST", has_pixel ? "GetFeatureInfo" : "GetTile");
}

} // namespace

std::string_view info_extension(std::string_view mime_type) noexcept
{
    auto const* const found = std::ranges::find(info_extensions, mime_type, &Extension::first);
    return found == info_extensions.end() ? std::string_view{} : found->second;
}

TileRequest parse_tile(Call const& call, TileUse use)
{
    auto const& parameters = call.parameters();
    TileRequest tile;
    tile.layer = required(parameters, "LAYER");
    tile.style = required(parameters, "STYLE");
    tile.format = format_named(call, required(parameters, "FORMAT"));
    auto const sets = shared_matrix_sets(call);
    tile.set = (*sets)[index_of(*sets, &TileMatrixSet::identifier, "TILEMATRIXSET",
                                required(parameters, "TILEMATRIXSET"))];
    tile.matrix = index_of(tile.set.matrices, &TileMatrix::identifier, "TILEMATRIX",
                           required(parameters, "TILEMATRIX"));
    tile.row = parse_number(parameters, "TILEROW", tile.level().rows, tile_out_of_range);
    tile.column = parse_number(parameters, "TILECOL", tile.level().columns, tile_out_of_range);
    if (use == TileUse::FeatureInfo) {
        tile.pixel_x = parse_number(parameters, "I", tile.level().tile_px, pixel_out_of_range);
        tile.pixel_y = parse_number(parameters, "J", tile.level().tile_px, pixel_out_of_range);
        tile.info_format = required(parameters, "INFOFORMAT");
    }
    return tile;
}

http::Parameters parameters_of_path(Call const& call)
{
    auto const& request = call.request;
    auto const steps = steps_behind_signature(request.path_info);
    http::Parameters parameters = request.parameters;
    if (steps.empty() && parameters.last("REQUEST") != nullptr) {
        return parameters; // .../wmts?SERVICE=WMTS&REQUEST=...
    }
    parameters.append("SERVICE", "WMTS");
    parameters.append("VERSION", "1.0.0");
    bool const is_whole = steps.size() <= 1 && (steps.empty() || steps[0] == "1.0.0");
    bool const is_document = steps.size() == 2 && steps[1] == "WMTSCapabilities.xml";
    if (is_whole || (is_document && steps[0] == "1.0.0")) {
        parameters.append("REQUEST", "GetCapabilities");
        return parameters;
    }
    if (steps[0] != "1.0.0") {
        refuse_path();
    }
    append_tile(parameters, std::span{steps}.subspan(1), call);
    return parameters;
}

} // namespace ms::ows::wmts
