// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the parts of a capabilities document in the order its DTD or schema prescribes.

#include "base/xml_writer.hpp"
#include "ows/common/call.hpp"
#include "ows/wms/version.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ms::ows::wms {

/// The common state of all parts.
struct CapabilitiesWriter {
    Call const& call;
    Version version;
    std::string online_resource;
    XmlWriter& xml;
    std::optional<std::string> legend_format{}; ///< of LegendURL; nullopt: no LegendURL

    [[nodiscard]] mapfile::Map const& map() const noexcept { return *call.map; }
    [[nodiscard]] mapfile::StringMap const& metadata() const noexcept
    {
        return call.map->web.metadata;
    }
};

enum class LinkType : std::uint8_t { Implied, Simple }; ///< whether xlink:type is written

/// <Service>
void write_service(CapabilitiesWriter& writer);
/// <Request> and <Exception>
void write_requests(CapabilitiesWriter& writer);
/// <Layer> with all layers in it
void write_layers(CapabilitiesWriter& writer);

/// <OnlineResource xlink:href="..."/>
void write_link(XmlWriter& xml, std::string_view url, LinkType type = LinkType::Implied);
/// <KeywordList>, or 1.0.0's <Keywords>, from the list under `key`.
void write_keywords(CapabilitiesWriter& writer, mapfile::StringMap const& metadata,
                    std::string_view key);
/// An element with the value of a key, if there is one.
void write_metadata(CapabilitiesWriter& writer, mapfile::StringMap const& metadata,
                    std::string_view key, std::string_view element);

/// Whether this build has the operation and the map enables it. An operation that only layers
/// enable works for those, but, as in MapServer, is not listed.
[[nodiscard]] bool is_offered(mapfile::Map const& map, std::string_view operation);

} // namespace ms::ows::wms
