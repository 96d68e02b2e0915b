// SPDX-License-Identifier: MIT
#include "ows/wfs/systems.hpp"

#include "base/string.hpp"
#include "crs/name.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/offered_systems.hpp"
#include "ows/wfs/offered_systems.hpp"
#include "ows/wfs/wfs_exception.hpp"

#include <algorithm>

namespace ms::ows::wfs {

namespace {

std::string code_of(std::string const& text)
{
    auto const name = crs::authority_name(text);
    return name ? name->authority_code : std::string{};
}

void add(std::vector<std::string>& codes, std::string code)
{
    if (!code.empty() && std::ranges::find(codes, code) == codes.end()) {
        codes.push_back(std::move(code));
    }
}

/// The first CRS that the metadata of the map name; empty if they name none.
std::string default_code(mapfile::Map const& map)
{
    auto const names = ows::offered_systems(map, map.web.metadata, {}, Service::Wfs);
    return names.empty() ? std::string{} : code_of(names.front());
}

} // namespace

std::vector<std::string> system_names(mapfile::Map const& map, mapfile::Layer const& layer)
{
    std::vector<std::string> codes;
    for (auto const& name : offered_systems(map, layer)) {
        add(codes, code_of(name));
    }
    add(codes, authority_code_of(map.projection));
    add(codes, authority_code_of(layer.projection));
    return codes;
}

std::string srs_name_of(std::string_view code, Version version)
{
    auto const colon = code.find(':');
    if (version != Version::V200 || colon == std::string_view::npos) {
        return std::string{code};
    }
    auto const authority = code.substr(0, colon);
    if (authority == "CRS") {
        return "urn:ogc:def:crs:OGC:1.3:CRS" + std::string{code.substr(colon + 1)};
    }
    return "urn:ogc:def:crs:" + std::string{authority} + "::" + std::string{code.substr(colon + 1)};
}

void check_system(mapfile::Map const& map, mapfile::Layer const& layer, Version version,
                  std::string_view srs_name)
{
    auto const known = system_names(map, layer);
    if (version != Version::V100 && !trim(srs_name).empty() &&
        std::ranges::find(known, code_of(std::string{trim(srs_name)})) == known.end()) {
        throw WfsException{invalid_value, "srsname", in_get_feature,
                           "Invalid GetFeature Request:Invalid SRS.  Please check the "
                           "capabilities and reformulate your request."};
    }
}

System answer_system(mapfile::Map const& map, mapfile::Layer const& layer, Version version,
                     std::string_view srs_name)
{
    auto const known = system_names(map, layer);
    auto code = known.empty() ? std::string{} : known.front();
    if (!trim(srs_name).empty()) {
        auto const requested = code_of(std::string{trim(srs_name)});
        code = std::ranges::find(known, requested) != known.end() ? requested : code;
    }
    if (code.empty()) {
        return {};
    }
    // 1.1.0 leaves the spelling open; a client that requested a URN, which defines the axis order,
    // gets it back, and clients that read "EPSG:4326" as x, y are not misled.
    auto const setting = value_of(Service::Wfs, map.web.metadata, "return_srs_as_urn");
    bool const is_urn =
        (setting.empty() ? version == Version::V200
                         : is_set(Service::Wfs, map.web.metadata, "return_srs_as_urn")) ||
        (version != Version::V100 && starts_with_ignoring_case(trim(srs_name), "urn:ogc:def:crs:"));
    System system{.crs = crs::parse(code, {map.proj_data()}),
                  .srs_name = srs_name_of(code, is_urn ? Version::V200 : Version::V110)};
    system.is_north_east = version != Version::V100 && system.crs.is_axis_inverted();
    return system;
}

PlacedBox place_box(BoundingBox const& box, Version version, mapfile::Map const& map,
                    System const& answer)
{
    PlacedBox placed{.box = {}, .crs = answer.crs};
    if (!box.system.empty()) {
        try {
            placed.crs = crs::parse_request(box.system, {map.proj_data()});
        } catch (Error const& error) {
            throw WfsException{invalid_value, "bbox", in_get_feature,
                               "Invalid SRS in BBOX: " + std::string{error.what()}};
        }
    }
    auto const default_crs = version == Version::V200 ? default_code(map) : std::string{};
    if (box.system.empty() && !default_crs.empty()) {
        placed.crs = crs::parse(default_crs, {map.proj_data()});
    }
    bool const is_named = !box.system.empty() || !default_crs.empty();
    bool const is_north_east =
        is_named && version != Version::V100 && placed.crs.is_axis_inverted();
    auto const [a, b, c, d] = box.numbers;
    placed.box = is_north_east ? geometry::Box{b, a, d, c} : geometry::Box{a, b, c, d};
    return placed;
}

} // namespace ms::ows::wfs
