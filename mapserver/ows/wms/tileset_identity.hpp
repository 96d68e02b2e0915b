// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Names what tiles show, so that those of other requests for the same are found.

#include "mapfile/model/map.hpp"
#include "ows/common/call.hpp"
#include "ows/images/image_tag.hpp"
#include "ows/images/tile_cache.hpp"
#include "ows/images/tile_settings.hpp"
#include "ows/wms/drawing.hpp"
#include "render/plan/plan_state.hpp"

#include <optional>
#include <string>

namespace ms::ows::wms {

/// Whether the map shows something else for another box, size or format: it has %bbox% or the like.
[[nodiscard]] bool depends_on_place(mapfile::Map const& map);

/// Everything that a tileset shows, as a text; nullopt if it may change unnoticed, or if the
/// parameters are too long to be kept. Parameters occur in it verbatim: no client can get another's
/// tiles by constructing a text with the same digest.
/// \param plan of any part of the map
[[nodiscard]] std::optional<std::string> identity_of(Call const& call, TileSettings const& settings,
                                                     Drawing const& drawing,
                                                     render::PlanState const& plan,
                                                     ImageState const& state);

/// Everything that the plan of a level depends on; nullopt if it must not be kept: an SLD is
/// applied to a copy of the whole map.
[[nodiscard]] std::optional<std::string> level_key(Call const& call, TileCache::Level const& level,
                                                   Drawing const& drawing);

} // namespace ms::ows::wms
