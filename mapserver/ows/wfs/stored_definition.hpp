// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads stored queries that a mapfile defines: wfs_storedqueries and its companions.

#include "base/xml.hpp"
#include "mapfile/model/map.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wfs {

struct StoredParameter {
    std::string name;
    std::string type; ///< "xs:double" ...; may be empty
};

struct StoredDefinition {
    std::string text;   ///< the <StoredQueryDescription> as it is written, without a declaration
    XmlNode document{}; ///< the same, read
    std::vector<StoredParameter> parameters{};
};

/// The names in wfs_storedqueries.
[[nodiscard]] std::vector<std::string> stored_query_names(mapfile::Map const& map);

/// wfs_<id>_inlinedef, or the file that wfs_<id>_filedef names, which lies beside or below the
/// mapfile.
/// \param routine the routine that error messages name
/// \throws WfsException for an id that the map does not list, and for an invalid definition
[[nodiscard]] StoredDefinition find_definition(mapfile::Map const& map, std::string_view id,
                                               std::string_view routine);

} // namespace ms::ows::wfs
