// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes entity tags of images before anything is drawn.

#include "http/entity_tag.hpp"
#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "render/plan/plan.hpp"

#include <optional>
#include <string>

namespace ms::ows {

/// Everything that images depend on besides the request.
struct ImageState {
    http::Digest digest; ///< of the map, its fonts and images, and of the data of every layer drawn
    bool is_known = true; ///< false: the data of a layer could change without our noticing
};

/// Whether there may be a state: not if the request does more than read, or if its style sheet or
/// the map could change unnoticed. Costs nothing.
[[nodiscard]] bool may_have_state(Call const& call);

/// nullopt if the map, a font or an image could change unnoticed, or if the request does more than
/// read. Queries the sources about their data.
[[nodiscard]] std::optional<ImageState> image_state(Call const& call, render::Plan const& plan);

/// The tag of the answer to the request. nullopt if the state is unknown.
[[nodiscard]] std::optional<std::string> tag_of(Call const& call, ImageState const& state);

/// Of the map, the request and the data of every drawn layer. nullopt if one of them could change
/// unnoticed: the answer then has a tag of its bytes, which costs the drawing. Call it before
/// drawing: data that change meanwhile make an image newer than its tag, never older.
[[nodiscard]] std::optional<std::string> image_tag(Call const& call, render::Plan const& plan);

/// 304 when the client has the image of this tag. \param type the content type of the image
[[nodiscard]] std::optional<http::Response>
not_modified(Call const& call, std::optional<std::string> const& tag, std::string const& type);

/// The tag of an image that was drawn; one that lacks a layer must not be stored.
void set_validator(http::Response& response, std::optional<std::string> const& tag,
                   bool is_incomplete);

} // namespace ms::ows
