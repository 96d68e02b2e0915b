// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Replaces tokens in the layers that a union joins.

#include "render/core/overrides.hpp"
#include "render/core/viewport.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ms::render {

/// The map itself, or a copy in which the members of unions among the chosen layers have %name% and
/// SCALETOKENs replaced, as layers that are drawn themselves have, and the STATUS of the request
/// where UNION_STATUS_CHECK asks for it.
/// \throws as prepared()
[[nodiscard]] std::shared_ptr<mapfile::Map const>
with_prepared_members(std::shared_ptr<mapfile::Map const> map,
                      std::vector<LayerChoice> const& choices, Viewport const& view,
                      mapfile::StringMap const& substitutions, std::vector<std::string>& notes);

} // namespace ms::render
