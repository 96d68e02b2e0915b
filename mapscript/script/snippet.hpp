// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads and writes blocks of a mapfile as text.

#include "mapfile/model/map.hpp"
#include "mapfile/problem.hpp"
#include "script/error.hpp"

namespace ms::script {

/// Reads "STYLE ... END" into a block, over its present values.
/// \throws Failure{MS_IDENTERR} with all errors, MS_EOFERR if the text has no block or its END is
/// missing
void read_snippet(Text const& snippet, mapfile::Map& block, char const* routine);
void read_snippet(Text const& snippet, mapfile::Layer& block, char const* routine);
void read_snippet(Text const& snippet, mapfile::Class& block, char const* routine);
void read_snippet(Text const& snippet, mapfile::Style& block, char const* routine);
void read_snippet(Text const& snippet, mapfile::Label& block, char const* routine);
void read_snippet(Text const& snippet, mapfile::Web& block, char const* routine);
void read_snippet(Text const& snippet, mapfile::Legend& block, char const* routine);
void read_snippet(Text const& snippet, mapfile::ScaleBar& block, char const* routine);
void read_snippet(Text const& snippet, mapfile::Reference& block, char const* routine);
void read_snippet(Text const& snippet, mapfile::QueryMap& block, char const* routine);
void read_snippet(Text const& snippet, mapfile::Cluster& block, char const* routine);

[[nodiscard]] std::string text_of(mapfile::Map const& block);
[[nodiscard]] std::string text_of(mapfile::Layer const& block);
[[nodiscard]] std::string text_of(mapfile::Class const& block);
[[nodiscard]] std::string text_of(mapfile::Style const& block);
[[nodiscard]] std::string text_of(mapfile::Label const& block);
[[nodiscard]] std::string text_of(mapfile::Web const& block);
[[nodiscard]] std::string text_of(mapfile::Legend const& block);
[[nodiscard]] std::string text_of(mapfile::ScaleBar const& block);
[[nodiscard]] std::string text_of(mapfile::Reference const& block);
[[nodiscard]] std::string text_of(mapfile::QueryMap const& block);
[[nodiscard]] std::string text_of(mapfile::Cluster const& block);

/// The failure that errors of a text are: MS_EOFERR where it is cut off, else MS_IDENTERR.
[[nodiscard]] Failure parse_failure(std::vector<mapfile::Problem> const& problems,
                                    char const* routine);

/// What an EXPRESSION, FILTER or TEXT says: "string", /regex/, {list} or (condition).
/// \throws Failure{MS_PARSEERR} for brackets and quotes that are not closed
[[nodiscard]] mapfile::Expression read_expression(Text const& text, char const* routine);
[[nodiscard]] Text text_of(mapfile::Expression const& expression);

} // namespace ms::script
