// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds what a query mode asks for: in which layers, and at which place or with which attributes.

#include "ows/cgi/query_view.hpp"
#include "render/query/pick.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ms::ows::cgi {

/// The layer that qlayer or slayer names; nullopt if the parameter is missing.
/// \throws ServiceException for a name of no layer
[[nodiscard]] std::optional<std::size_t> layer_named(Call const& call, std::string_view parameter);
/// \throws ServiceException also if it is missing
[[nodiscard]] std::size_t required_layer(Call const& call, std::string_view parameter);
/// qlayer alone, or all layers that are shown: also for a qlayer that is not in the map.
[[nodiscard]] std::vector<render::LayerChoice> requested_layers(Call const& call);

/// A result needs queryable layers: a map without any is an error of the mapfile.
/// \throws ServiceException that names the routine
void check_queryable(mapfile::Layer const& layer, std::string_view routine, std::string_view text);

/// What `buffer` around a point is, as in MapServer: a box in nquery, a distance elsewhere.
enum class Buffer : std::uint8_t { Box, Distance };

/// The queried place: a shape, a box or a point, in this order; else all that is shown.
[[nodiscard]] render::PickRequest requested_at(QueryView const& view, Buffer buffer);

/// Searches layers in a view.
[[nodiscard]] render::Selection pick(Call const& call, QueryView const& view,
                                     std::vector<render::LayerChoice> const& layers,
                                     render::PickRequest request);

/// The features of a layer for which qstring and qitem hold.
/// \param max_features -1: all
[[nodiscard]] render::Selection pick_by_item(Call const& call, QueryView const& view,
                                             std::size_t layer, std::int64_t max_features);

/// Those of the requested layers, without the selecting one, that touch the features of a pick.
/// \throws Error{Limit} beyond the memory budget
[[nodiscard]] render::Selection pick_touching(Call const& call, QueryView const& view,
                                              render::PickedLayer const& selecting);

} // namespace ms::ows::cgi
