// SPDX-License-Identifier: MIT
#include "ows/wms/reference_system.hpp"

#include "base/string.hpp"
#include "ows/common/offered_systems.hpp"
#include "ows/wms/wms_exception.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ms::ows::wms {

namespace {

bool is_among(std::span<std::string const> names, std::string_view name)
{
    return std::ranges::any_of(
        names, [&](std::string const& other) { return equals_ignoring_case(other, name); });
}

bool is_offered(std::string_view name, mapfile::Map const& map, std::span<std::size_t const> layers)
{
    if (is_among(offered_systems(map, map.web.metadata, map.projection), name)) {
        return true;
    }
    // As MapServer, which checks the layers that the request turns on: not those of STATUS DEFAULT,
    // which are always on.
    return !layers.empty() && std::ranges::all_of(layers, [&](std::size_t index) {
        auto const& layer = map.layers[index];
        return layer.status == mapfile::Status::Default ||
               is_among(offered_systems(map, layer.metadata, layer.projection), name);
    });
}

/// The geographic CRSs of OGC 06-042, Annex B.
bool is_crs_namespace(std::string_view name)
{
    return equals_ignoring_case(name, "CRS:84") || equals_ignoring_case(name, "CRS:83") ||
           equals_ignoring_case(name, "CRS:27");
}

[[noreturn]] void refuse(std::string_view name, Version version)
{
    bool const is_new = version == Version::V130;
    std::string const what = is_new ? "CRS" : "SRS";
    if (name.find(':') == std::string_view::npos) { // as MapServer 8.7 says it in 1.3.0
        throw WmsException{is_new ? "InvalidCRS" : "InvalidSRS", in_map_parameters,
                           "Unsupported " + what + " namespace (" +
                               (is_new ? "CRS must be in the format AUTH:XXXX"
                                       : "only EPSG and AUTO currently supported") +
                               ")."};
    }
    throw WmsException{is_new ? "InvalidCRS" : "InvalidSRS", in_map_parameters,
                       "Invalid " + what + " given : " + what +
                           " must be valid for all requested layers."};
}

/// The numbers after the colon of an AUTO name.
struct Automatic {
    int id = 0;
    double unit = 0; ///< AUTO: a code of EPSG; AUTO2: metres
    double lon = 0;
    double lat = 0;
};

std::optional<Automatic> parse_automatic(std::string_view text)
{
    auto const parts = split(text.substr(text.find(':') + 1), ',');
    if (parts.size() != 4) {
        return std::nullopt;
    }
    auto const id = parse_int(parts[0]);
    auto const unit = parse_double(parts[1]);
    auto const lon = parse_double(parts[2]);
    auto const lat = parse_double(parts[3]);
    if (!id || !unit || !lon || !lat || std::abs(*lon) > 180 || std::abs(*lat) > 90) {
        return std::nullopt;
    }
    return Automatic{*id, *unit, *lon, *lat};
}

/// Of the first axis, in PROJ's syntax; "" for an unknown unit.
std::string unit_clause(double unit, bool is_factor)
{
    if (is_factor) {
        return unit > 0 ? " +to_meter=" + format_double(unit) : "";
    }
    struct Row {
        double code;
        std::string_view clause;
    };
    constexpr std::array rows{Row{9001, " +units=m"}, Row{9002, " +units=ft"},
                              Row{9003, " +units=us-ft"}};
    auto const* const found = std::ranges::find(rows, unit, &Row::code);
    return found == rows.end() ? std::string{} : std::string{found->clause};
}

std::string base_projection(Automatic const& auto_)
{
    auto const lon = format_double(auto_.lon);
    auto const lat = format_double(auto_.lat);
    std::string const northing = auto_.lat >= 0 ? "0" : "10000000";
    switch (auto_.id) {
    case 42001: {
        auto const zone = std::min(std::floor((auto_.lon + 180) / 6) + 1, 60.0);
        return "+proj=tmerc +lat_0=0 +lon_0=" + format_double(-183 + zone * 6) +
               " +k=0.9996 +x_0=500000 +y_0=" + northing;
    }
    case 42002:
        return "+proj=tmerc +lat_0=0 +lon_0=" + lon + " +k=0.9996 +x_0=500000 +y_0=" + northing;
    case 42003:
        return "+proj=ortho +lon_0=" + lon + " +lat_0=" + lat;
    case 42004:
        return "+proj=eqc +lon_0=" + lon + " +lat_ts=" + lat;
    case 42005:
        return "+proj=moll +lon_0=" + lon;
    default:
        return {};
    }
}

} // namespace

std::string automatic_projection(std::string_view text)
{
    bool const is_factor = starts_with_ignoring_case(text, "AUTO2:");
    if (!is_factor && !starts_with_ignoring_case(text, "AUTO:")) {
        return {};
    }
    auto const parsed = parse_automatic(text);
    if (!parsed) {
        return {};
    }
    auto const base = base_projection(*parsed);
    auto const units = unit_clause(parsed->unit, is_factor);
    return base.empty() || units.empty() ? std::string{} : base + " +datum=WGS84" + units;
}

crs::Definition find_system(std::string_view name, Version version, mapfile::Map const& map,
                            std::span<std::size_t const> layers)
{
    auto const automatic = automatic_projection(name);
    bool const is_always_known =
        !automatic.empty() || (version == Version::V130 && is_crs_namespace(name));
    if (!is_always_known && !is_offered(name, map, layers)) {
        refuse(name, version);
    }
    try {
        return crs::parse(automatic.empty() ? name : std::string_view{automatic},
                          {map.proj_data()});
    } catch (Error const&) {
        refuse(name, version);
    }
}

geometry::Box in_protocol_order(geometry::Box const& box, crs::Definition const& system,
                                Version version) noexcept
{
    bool const is_swapped = version == Version::V130 && system.is_axis_inverted();
    return is_swapped ? geometry::Box{box.min_y, box.min_x, box.max_y, box.max_x} : box;
}

} // namespace ms::ows::wms
