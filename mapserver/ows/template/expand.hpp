// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Expands templates to pages: replaces the tags with values.

#include "ows/common/call.hpp"
#include "ows/template/nodes.hpp"
#include "render/core/viewport.hpp"
#include "render/query/pick.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace ms::ows::tmpl {

/// What a page can show. References to things that outlive it.
struct Page {
    Call const& call;
    render::Viewport const& view;
    render::Selection const& selection;              ///< empty for pages that do not answer a query
    std::optional<geometry::Point> point{};          ///< what was clicked, map units
    std::optional<geometry::Box> requested_extent{}; ///< [rawext]: without the image's proportions
    /// Of a query: the format that [img] shows its map in; "" is the first one of the mapfile.
    std::optional<std::string> query_image{};
    std::function<std::string()> legend{}; ///< what stands for [legend]; empty: the tag stays
};

/// Where in a page's selection a template is being expanded.
struct Place {
    render::PickedLayer const* layer = nullptr;
    std::optional<std::size_t> row{}; ///< the feature, in a [feature]
    std::size_t number = 0;           ///< [rn]: of the feature in the whole selection, from 1
    bool is_behind = false;           ///< in the FOOTER of a layer, whose features were shown
};

/// Whether oper=eq|neq|isset|isnull and value= of an [if] hold for what its name stands for.
[[nodiscard]] bool compares(Tag const& condition, std::optional<std::string> const& found);

/// The page for a template. Values are escaped for HTML unless a tag says otherwise; tags that mean
/// nothing here stay as they are. Parameters of the request are tags too: [foo], [foo_esc].
/// \throws Error{BadMapfile} for a tag that names an item or layer there is not
[[nodiscard]] std::string expand(std::span<Node const> nodes, Page const& page,
                                 Place const& place = {});

} // namespace ms::ows::tmpl
