// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Normalizes the spellings of CRS names. Handles only text, without PROJ.

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ms::crs {

/// The text for PROJ, and the authority's name of the CRS.
struct Name {
    std::string proj_text;      ///< "EPSG:3857", "OGC:CRS84", "+proj=utm +zone=32 +type=crs"
    std::string authority_code; ///< "EPSG:3857", "CRS:84", "ESRI:102100"; empty for PROJ strings
    /// "+init=local:1 +type=crs" of a mapfile's "local:1": a file of definitions in PROJ's folder,
    /// used if PROJ knows no such authority. Empty for clients' texts: it names a file.
    std::string init_text = {};
    /// "init=epsg:1": such a file counts before the codes that PROJ knows, as PROJ itself has it.
    bool is_init = false;
};

/// Names with an authority: EPSG:n, CRS:84, OGC's URNs and URLs, AUTHORITY:CODE.
/// Well-known aliases of Web Mercator (EPSG:900913 ...) become EPSG:3857.
[[nodiscard]] std::optional<Name> authority_name(std::string_view text);

/// WMS's CRSs around a point: "AUTO:42001,9001,lon,lat" (1.1.1), "AUTO2:42001,factor,lon,lat"
/// (1.3.0); the unit may be left out.
/// \return nullopt for any other or malformed text
[[nodiscard]] std::optional<Name> auto_name(std::string_view text);

/// A PROJECTION block, one argument per token, or a single string in any spelling; with init_text.
/// \return nullopt for an unknown spelling
[[nodiscard]] std::optional<Name> name_of(std::span<std::string const> arguments);

/// A text that is equal for CRSs known to be the same: "EPSG:4326" for all spellings of WGS 84
/// degrees, "EPSG:3857" for those of Web Mercator, else the PROJ text.
[[nodiscard]] std::string canonical_key(Name const& name);

} // namespace ms::crs
