// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What a request asks of one feature type, ready to be asked of its source.

#include "ows/common/call.hpp"
#include "ows/features/feature_request.hpp"
#include "ows/wfs/request.hpp"
#include "ows/wfs/systems.hpp"

#include <memory>
#include <vector>

namespace ms::ows::wfs {

struct ResolvedQuery : FeatureRequest {
    System answer; ///< what the features are written in
};

/// Looks up types, properties, systems and conditions of all queries of a request, in its order,
/// and asks the sources for their fields. Referred to by their sources: they stay where they are.
/// \throws WfsException for what is unknown, not enabled or malformed
[[nodiscard]] std::vector<std::unique_ptr<ResolvedQuery>> resolve_queries(Call const& call,
                                                                          Request const& request);

} // namespace ms::ows::wfs
