// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The values that a page can show, and the position in it.

#include "base/error.hpp"
#include "ows/common/call.hpp"
#include "render/core/selection.hpp"
#include "render/core/viewport.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

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

/// \throws Error{Limit} for more bytes than the request may have in memory
inline void check_page_size(Page const& page, std::size_t bytes)
{
    if (bytes > page.call.services.max_kept_bytes) {
        throw Error{ErrorKind::Limit, "a page is too large"};
    }
}

/// The position in a page's selection at which a template is expanded.
struct Place {
    render::PickedLayer const* layer = nullptr;
    render::PickedFeatures const* found = nullptr; ///< in a [feature], with the others beside it
    std::size_t row = 0;                           ///< of the feature there
    std::size_t number = 0;         ///< [lrn]: of the feature among those of its layer, from 1
    bool is_behind = false;         ///< in the FOOTER of a layer, whose features were shown
    std::string_view empty_layer{}; ///< in WEB FOOTER: the map's last layer, if it has no features

    /// The value of an attribute of the feature.
    [[nodiscard]] std::string_view attribute(std::size_t field) const
    {
        return found->features.attributes[field][row];
    }
};

} // namespace ms::ows::tmpl
