// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads and writes Web Map Context documents (OGC 05-005, OGC 03-036r2, and the drafts before
/// them): the view of a map and its layers of Web Map Services.

#include "mapfile/model/map.hpp"

#include <string>
#include <string_view>

namespace ms::ows::context {

/// Contains only layers of CONNECTIONTYPE WMS. A comment reports what a standard requires and the
/// map lacks. \param version "1.1.0", "1.0.0", "0.1.7" or "0.1.4" \throws Error{BadRequest} for
/// another version
[[nodiscard]] std::string write(mapfile::Map const& map, std::string_view version);

/// wms_context_version of the map, else 1.1.0.
[[nodiscard]] std::string version_of(mapfile::Map const& map);

/// The names of layers.
enum class Names {
    AsWritten,
    Unique, ///< "l0:roads": one server's layers may be there twice
};

/// Applies a document to a map: replaces its view, and appends the document's layers. \throws
/// Error{BadRequest} for a document that is not a context, or has no title or extent
void read(std::string_view document, mapfile::Map& map, Names names);

} // namespace ms::ows::context
