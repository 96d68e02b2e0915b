// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Replaces %name% with request parameters, as far as VALIDATION allows (reference: mapfile,
/// runtime substitution).

#include "mapfile/model/map.hpp"

namespace ms::mapfile {

/// The sources of values for %name%.
struct Substitutions {
    /// Request parameters; names compare without case.
    StringMap const& parameters;
    /// The value of an environment variable or nullptr; it overrides a parameter of the same name.
    /// Null: the environment is ignored.
    char const* (*environment)(char const* name) = nullptr;
    /// Receives one sentence for every parameter that VALIDATION rejects; may be null.
    std::vector<std::string>* rejected = nullptr;
};

/// Substitutions::environment of a server: that of the process.
[[nodiscard]] char const* process_environment(char const* name);

/// Whether substitute() could change WEB, the metadata above all.
[[nodiscard]] bool has_substitutions(Map const& map, Web const& web);

/// Whether substitute() could change the layer: some field has a % and some VALIDATION applies.
[[nodiscard]] bool has_substitutions(Map const& map, Layer const& layer);

/// A copy of the layer with %name% replaced in DATA, CONNECTION, TILEINDEX, FILTER, MASK, BINDVALS,
/// METADATA, PROCESSING and its classes' EXPRESSION, TEXT and TITLE; first from the request, then
/// from the defaults ("default_name"), which are not validated. A token without a valid value
/// stays. "immutable" in WEB VALIDATION disables all of it.
/// \throws Error{BadRequest} if values that contain tokens make a text longer than 1 MiB
[[nodiscard]] Layer substitute(Map const& map, Layer const& layer, Substitutions const& values);

/// Replaces %name% in the same places with a value that does not come from the client, unchecked.
void replace_token(Layer& layer, std::string_view name, std::string_view value);

/// As for a layer: METADATA and TEMPLATE.
[[nodiscard]] Web substitute(Map const& map, Web const& web, Substitutions const& values);

/// As for a layer: FORMATOPTION.
[[nodiscard]] OutputFormat substitute(Map const& map, OutputFormat const& format,
                                      Substitutions const& values);

} // namespace ms::mapfile
