// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Applies styled layer descriptors to a map.

#include "base/budget.hpp"
#include "base/xml.hpp"
#include "mapfile/model/map.hpp"
#include "sld/remote_images.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ms::sld {

/// A StyledLayerDescriptor of version 1.0 or 1.1.
struct Document {
    XmlNode root;
    /// Names of its NamedLayers in their order; one may occur more than once.
    [[nodiscard]] std::vector<std::string> layer_names() const;
};

/// \throws Error{BadRequest} for an invalid document, and for UserLayers, which have their own data
[[nodiscard]] Document parse(std::string_view xml);

/// Whether a layer is one that a client means by a name.
using IsMeant = std::function<bool(mapfile::Layer const& layer, std::string_view name)>;

/// The map with its layers styled by the document: every rule becomes a CLASS, several of which may
/// draw a feature (PROCESSING "RENDERMODE=ALL_MATCHING_CLASSES"); a UserStyle's name becomes their
/// GROUP, a NamedStyle the CLASSGROUP; constraints become FILTERs. Layers that the document does
/// not name stay unchanged; one that it names again is drawn again on top. The given map is not
/// modified.
/// \param notes receives a sentence for everything that is left out, for the log
/// \param fetch for ExternalGraphics of other servers, which VALIDATION must allow as well; empty:
///        they are left out
/// \param budget counts the rules: each is copied into all its layers, and a name may mean all
///        layers of the map; nullptr: unlimited
/// \throws Error{BadRequest} naming the invalid or unsupported element, Error{Limit}
[[nodiscard]] std::shared_ptr<mapfile::Map const>
styled(mapfile::Map const& map, Document const& document, IsMeant const& is_meant,
       std::vector<std::string>& notes, Fetch const& fetch = {}, Budget* budget = nullptr);

} // namespace ms::sld
