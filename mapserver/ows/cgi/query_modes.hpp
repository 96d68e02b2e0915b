// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers mode=query and its variants: features by place, attribute, number and other features.

#include "http/response.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::cgi {

/// mode=query: the nearest feature at imgxy or mapxy, of qlayer, or of the topmost layer that has
/// one there.
[[nodiscard]] http::Response query(Call const& call);
/// mode=nquery: all features at a point, in a box (imgbox, mapext) or in a shape.
[[nodiscard]] http::Response nquery(Call const& call);
/// mode=itemquery, itemnquery: of qlayer, the first feature or all for which qstring (compared with
/// qitem) holds. LAYER or WEB must have a VALIDATION for qstring.
[[nodiscard]] http::Response itemquery(Call const& call);
[[nodiscard]] http::Response itemnquery(Call const& call);
/// mode=featurequery ...: the features of slayer that the above find, and those that touch them;
/// featurequery itself needs a point, featurenquery takes any place, or the whole map.
[[nodiscard]] http::Response featurequery(Call const& call);
[[nodiscard]] http::Response featurenquery(Call const& call);
[[nodiscard]] http::Response itemfeaturequery(Call const& call);
[[nodiscard]] http::Response itemfeaturenquery(Call const& call);
/// mode=indexquery: the feature of qlayer with the key shapeindex.
[[nodiscard]] http::Response indexquery(Call const& call);

} // namespace ms::ows::cgi
