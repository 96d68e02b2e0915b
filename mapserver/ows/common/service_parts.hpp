// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the parts of capabilities that describe a service and its provider.
/// OGC 06-121r3, 7.4.

#include "base/xml_writer.hpp"
#include "ows/common/metadata.hpp"

#include <span>
#include <string_view>

namespace ms::ows {

/// Where they are written, and from which METADATA.
struct ServiceParts {
    XmlWriter& xml;
    mapfile::StringMap const& metadata;
    Service service;

    [[nodiscard]] std::string_view value(std::string_view key) const
    {
        return value_of(service, metadata, key);
    }
};

struct ServiceIdentification {
    std::string_view type; ///< "WFS"
    std::span<std::string_view const> versions;
    std::span<std::string_view const> profiles = {};
};

/// <ows:ServiceIdentification> and <ows:ServiceProvider>. As in MapServer, missing METADATA become
/// an empty element with a comment that names the key.
void write_identification(ServiceParts const& parts, ServiceIdentification const& what);
void write_provider(ServiceParts const& parts);

} // namespace ms::ows
