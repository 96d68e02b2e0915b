// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A request for the features of one layer, resolved and ready for its source.

#include "crs/transformation.hpp"
#include "ows/common/call.hpp"
#include "ows/common/metadata.hpp"
#include "ows/features/properties.hpp"
#include "source/feature_source.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace ms::ows {

/// Its source refers to it: it must not move.
struct FeatureRequest {
    std::size_t layer = 0;                   ///< index into Map::layers
    std::shared_ptr<mapfile::Map const> map; ///< of the source, whose members are prepared as well
    mapfile::Layer definition;               ///< a copy: substitutions are in place
    crs::Definition layer_crs;               ///< of the data
    crs::Transformation to_answer{{}, {}};   ///< from there to the CRS of the written features
    std::unique_ptr<source::FeatureSource> source;
    std::vector<feature::Field> schema; ///< all that the source has
    std::vector<feature::Field> fields; ///< that are fetched: columns of the batches
    Properties properties;              ///< after fetch_chosen() their fields are those columns
    Chosen chosen;
    source::Query query; ///< without max_features and offset
    /// Of layers with clusters, whose points count though the cluster alone is in a requested box.
    geometry::Box clustered;
};

/// Whether a layer has features to give: points, lines or polygons with a name.
[[nodiscard]] bool is_feature_type(mapfile::Layer const& layer);

/// *_use_default_extent_for_getfeature of the layer, else of the map: not "false".
[[nodiscard]] bool uses_default_extent(mapfile::Map const& map, mapfile::Layer const& layer,
                                       Service service);

/// Sets the definition, its CRSs, source and schema, and selects whole shapes that pass the FILTER
/// of the layer. The caller restricts it further. As in MapServer, features without a shape are
/// among them only where uses_default_extent() is false: elsewhere they have to be in some extent.
/// \throws as source::open_source()
void open_layer(Call const& call, FeatureRequest& request, crs::Definition const& answer,
                Service service);

/// A further condition.
void also(FeatureRequest& request, expr::Expression const& condition);
/// Selects only features that touch the box, in the CRS of the data; an empty box matches none.
void also_in(FeatureRequest& request, geometry::Box const& box);

/// Fetches the chosen items and the id.
void fetch_chosen(FeatureRequest& request);

/// Features that touch a box, edges included.
[[nodiscard]] expr::Expression touches(geometry::Box const& box);
/// Features whose attribute reads like one of the values.
[[nodiscard]] expr::Expression is_one_of(std::string const& field,
                                         std::span<std::string const> values);
/// A condition that no feature passes.
[[nodiscard]] expr::Expression nothing();

/// *_geometry_precision of the layer, else of the map: decimal places (6).
[[nodiscard]] int geometry_digits(mapfile::Map const& map, mapfile::Layer const& layer,
                                  Service service);

/// An answer stays in memory until it is sent, and twice while its text becomes the body of the
/// response. \throws Error{Limit} if that exceeds the memory budget of the request
void check_answer_size(Call const& call, std::size_t bytes);

/// The number of features of the request, without its limit and offset; reads them if the source
/// cannot count.
[[nodiscard]] std::int64_t count(Call const& call, FeatureRequest const& request);

/// Some of the features.
struct Page {
    std::int64_t offset = 0;
    std::int64_t limit = -1; ///< -1: all
    bool has_others = false; ///< a client leafs through: every feature has to be on one page
    /// Reads one feature more to find whether there is another page (Read::has_more), which is
    /// cheaper than counting.
    bool looks_ahead = false;
};

struct Read {
    std::int64_t returned = 0;
    bool is_complete = true; ///< the source had no more
    bool has_more = false;   ///< there is another page; known with Page::looks_ahead
};

/// Reads a page batch by batch.
class PageReader {
public:
    /// Starts the query. The request must outlive the object.
    PageReader(Call const& call, FeatureRequest const& request, Page const& page);

    /// Reads the next features of the page; false: there are no more.
    /// \throws as FeatureCursor::next()
    bool next();

    /// Its rows from first() to last() are those features, with their shapes in the CRS of the
    /// answer: polygons with the holes behind their outer ring, and a Kind::None if the CRS cannot
    /// represent the shape. May be exchanged for another batch.
    [[nodiscard]] feature::FeatureBatch& batch() noexcept { return m_batch; }
    [[nodiscard]] std::size_t first() const noexcept { return m_first; }
    [[nodiscard]] std::size_t last() const noexcept { return m_last; }

    /// Known after the last next().
    [[nodiscard]] Read const& result() const noexcept { return m_result; }

private:
    [[nodiscard]] bool looks_on() const noexcept;
    void take_rows();

    Deadline const& m_deadline;
    FeatureRequest const& m_request;
    std::int64_t m_limit;
    bool m_looks_ahead = false;
    std::int64_t m_to_skip = 0;
    std::unique_ptr<source::FeatureCursor> m_cursor; ///< null: the page has no features
    feature::FeatureBatch m_batch;
    geometry::GeometryColumn m_shapes;
    std::size_t m_first = 0;
    std::size_t m_last = 0;
    Read m_result;
};

/// The rows of PageReader.
using Receive = std::function<void(feature::FeatureBatch const&, geometry::GeometryColumn const&,
                                   std::size_t row)>;

/// Reads a whole page. \throws as PageReader
Read read(Call const& call, FeatureRequest const& request, Page const& page,
          Receive const& receive);

} // namespace ms::ows
