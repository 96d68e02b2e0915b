// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Entity tags of pictures that are known before anything is drawn.

#include "http/response.hpp"
#include "ows/call.hpp"
#include "render/plan.hpp"

#include <optional>
#include <string>

namespace ms::ows {

/// Of the map, the request and the data of every layer drawn. Nothing when one of them could change
/// without our noticing: the answer then has a tag of its bytes, which costs the drawing.
/// Ask before drawing: data that change meanwhile make a picture newer than its tag, never older.
[[nodiscard]] std::optional<std::string> picture_tag(Call const& call, render::Plan const& plan);

/// 304 when the client has the picture of this tag.
[[nodiscard]] std::optional<http::Response> not_modified(Call const& call,
                                                         std::optional<std::string> const& tag);

} // namespace ms::ows
