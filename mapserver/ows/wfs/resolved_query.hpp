// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A query of one feature type, resolved and ready for its source.

#include "ows/common/call.hpp"
#include "ows/features/feature_request.hpp"
#include "ows/wfs/request.hpp"
#include "ows/wfs/systems.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace ms::ows::wfs {

struct ResolvedQuery : FeatureRequest {
    System answer;          ///< CRS of the written features
    std::int64_t most = -1; ///< MAXFEATURES of the layer, which is that of a page here; -1: none
};

/// Their sources refer to them: they must not move.
using ResolvedQueries = std::vector<std::unique_ptr<ResolvedQuery>>;

/// Resolves types, properties, CRSs and conditions of all queries of a request, and reads the
/// fields of the sources. In the order of the map's layers, as MapServer answers them.
/// \throws WfsException for unknown, disabled or malformed names and values
[[nodiscard]] ResolvedQueries resolve_queries(Call const& call, Request const& request);

/// The layer with the chosen properties as its items.
[[nodiscard]] mapfile::Layer layer_of_chosen(ResolvedQuery const& resolved);

} // namespace ms::ows::wfs
