// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Web Map Context documents (OGC 05-005, OGC 03-036r2, and the drafts before them): the view of a
/// map and the layers it has of Web Map Services.

#include "mapfile/model/map.hpp"

#include <string>
#include <string_view>

namespace ms::ows::context {

/// Only layers of CONNECTIONTYPE WMS are in it. What a standard wants and the map does not say is
/// told in a comment. \param version "1.1.0", "1.0.0", "0.1.7" or "0.1.4" \throws Error{BadRequest}
/// for another version
[[nodiscard]] std::string write(mapfile::Map const& map, std::string_view version);

/// wms_context_version of the map, else 1.1.0.
[[nodiscard]] std::string version_of(mapfile::Map const& map);

/// How layers are called.
enum class Names {
    AsWritten,
    Unique, ///< "l0:roads": one server's layers may be there twice
};

/// Puts a document to a map: its view becomes the document's, its layers come behind those there
/// are. \throws Error{BadRequest} for what is no such document, or has no title or place
void read(std::string_view document, mapfile::Map& map, Names names);

} // namespace ms::ows::context
