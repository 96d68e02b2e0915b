// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The values that a page can show, and the position in it.

#include "ows/common/call.hpp"
#include "render/core/selection.hpp"
#include "render/core/viewport.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace ms::ows::tmpl {

/// The values that a page can show. References must outlive it.
struct Page {
    Call const& call;
    render::Viewport const& view;
    render::Selection const& selection;              ///< empty for pages that do not answer a query
    std::optional<geometry::Point> point{};          ///< what was clicked, map units
    std::optional<geometry::Box> requested_extent{}; ///< [rawext]: without the image's proportions
    /// Of a query: the format of its map in [img]; "" is the first one of the mapfile.
    std::optional<std::string> query_image{};
    std::function<std::string()> legend{}; ///< the value of [legend]; empty: the tag stays
    /// Tags with the names of parameters that the request expressed in another way.
    http::Parameters translated{};
};

/// The position in a page's selection at which a template is expanded.
struct Place {
    render::PickedLayer const* layer = nullptr;
    std::optional<std::size_t> row{}; ///< the feature, in a [feature]
    std::size_t number = 0;           ///< [rn]: of the feature in the whole selection, from 1
    bool is_behind = false;           ///< in the FOOTER of a layer, whose features were shown
};

} // namespace ms::ows::tmpl
