// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What a request asks of one feature type, ready to be asked of its source.

#include "crs/transformation.hpp"
#include "ows/call.hpp"
#include "ows/wfs/properties.hpp"
#include "ows/wfs/request.hpp"
#include "ows/wfs/systems.hpp"
#include "source/feature_source.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ms::ows::wfs {

struct Asked {
    std::size_t layer = 0;     ///< index into Map::layers
    mapfile::Layer definition; ///< a copy: substitutions are in place
    System answer;             ///< what the features are written in
    crs::Transformation to_answer{{}, {}};
    std::unique_ptr<source::FeatureSource> source;
    std::vector<feature::Field> fields; ///< that are fetched: columns of the batches
    Properties properties;              ///< whose fields are those columns, as far as chosen
    Chosen chosen;
    source::Query query; ///< without max_features and offset
};

/// Looks up types, properties, systems and conditions of all queries of a request, in its order,
/// and asks the sources for their fields. Referred to by their sources: they stay where they are.
/// \throws WfsException for what is unknown, not enabled or malformed
[[nodiscard]] std::vector<std::unique_ptr<Asked>> look_up(Call const& call, Request const& request);

/// How many features it has, whatever part of them is wanted; read where the source cannot tell.
[[nodiscard]] std::int64_t count(Call const& call, Asked const& asked);

/// Some of the features.
struct Page {
    std::int64_t offset = 0;
    std::int64_t limit = -1; ///< -1: all
};

/// The features' rows with their shapes in the system of the answer: polygons with the holes behind
/// their outer ring, and a Kind::None where the system has no place for it.
using Receive = std::function<void(feature::FeatureBatch const&, geometry::GeometryColumn const&,
                                   std::size_t row)>;

struct Read {
    std::int64_t returned = 0;
    bool is_complete = true; ///< the source had no more
};

/// \throws as FeatureCursor::next()
Read read(Call const& call, Asked& asked, Page const& page, Receive const& receive);

} // namespace ms::ows::wfs
