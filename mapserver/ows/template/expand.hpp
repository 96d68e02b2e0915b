// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Expands templates to pages: replaces the tags with values.

#include "ows/features/growing_answer.hpp"
#include "ows/template/joins.hpp"
#include "ows/template/nodes.hpp"
#include "ows/template/page.hpp"

#include <optional>
#include <span>
#include <string>

namespace ms::ows::tmpl {

/// Whether oper=eq|neq|isset|isnull and value= of an [if] are true for the value of its name.
[[nodiscard]] bool compares(Tag const& condition, std::optional<std::string> const& found);

/// The page of a template. Values are escaped for HTML unless a tag says otherwise; unknown tags
/// stay unchanged. Parameters of the request are tags too: [foo], [foo_esc].
/// \throws Error{BadMapfile} for a tag that names an unknown item or layer
[[nodiscard]] std::string expand(std::span<Node const> nodes, Page const& page,
                                 Place const& place = {});
/// Appends it to a text, which is sent while features are written.
/// \param joins for all parts of the page
void expand(std::span<Node const> nodes, Page const& page, Place const& place, Joins& joins,
            GrowingText& to);

} // namespace ms::ows::tmpl
