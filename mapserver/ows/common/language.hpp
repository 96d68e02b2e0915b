// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the languages a map is published in (wms_languages, LANGUAGE=).

#include "http/parameters.hpp"
#include "mapfile/model/map.hpp"
#include "ows/common/call.hpp"
#include "ows/common/metadata.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows {

enum class Metadata : std::uint8_t { AsWritten, Translated };

/// The codes in wms_ (or wfs_), else ows_languages, the default one first; empty: the map has one
/// language only.
[[nodiscard]] std::vector<std::string> languages_of(mapfile::Map const& map,
                                                    Service service = Service::Wms);

/// LANGUAGE if the map lists it, else the default; "" if the map lists no languages.
[[nodiscard]] std::string language_of(mapfile::Map const& map, http::Parameters const& parameters,
                                      Service service = Service::Wms);

/// The map with %language% replaced in its layers. For documents about the map METADATA are
/// translated, too: "wms_title" gets the value of "wms_title.ger"; otherwise MapServer reads them
/// untranslated.
[[nodiscard]] std::shared_ptr<mapfile::Map const>
in_language(mapfile::Map const& map, std::string_view language, Metadata metadata);

/// The call to its map in_language(), which is made once for each language.
/// \param language one that the map lists
[[nodiscard]] Call in_language(Call const& call, std::string_view language, Metadata metadata);

} // namespace ms::ows
