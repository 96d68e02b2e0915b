// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes legends as pages: LEGEND TEMPLATE.

#include "ows/template/expand.hpp"
#include "render/query/class_hits.hpp"

#include <functional>
#include <vector>

namespace ms::ows::tmpl {

/// An icon that a legend shows.
struct IconRequest {
    std::size_t layer = 0;       ///< index into Map::layers
    std::size_t drawn_class = 0; ///< index into Layer::classes
    mapfile::Size size;          ///< pixels
};

/// The input of a legend, besides its page.
struct LegendTerms {
    std::vector<mapfile::Status> statuses;                       ///< of the layers of the map
    std::function<std::string(IconRequest const&)> icon_address; ///< URL of an icon
    render::ClassHits const* hits = nullptr; ///< classes to be shown; nullptr: all
};

/// The blocks of a template one after the other: [leg_header_html], then for every group
/// [leg_group_html], for every layer, the last one first, [leg_layer_html] and for every class that
/// has a name [leg_class_html]. Other text of the template is left out. Layers that are off, out of
/// their scale or of TYPE QUERY are left out unless opt_flag includes them. Names and METADATA come
/// from the map's author, and may contain markup.
[[nodiscard]] std::string legend(std::span<Node const> nodes, Page const& page,
                                 LegendTerms const& terms);

} // namespace ms::ows::tmpl
