// SPDX-License-Identifier: MIT
#include "expr/expression.hpp"
#include "mapfile/load.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/registry.hpp"
#include "source/union/source.hpp"

#include <doctest/doctest.h>

using namespace ms;

namespace {

/// Opens layers of a map; must outlive them.
struct Opener {
    Log log;
    Deadline deadline;
    source::postgis::Databases databases;
    source::Services services{log, databases, deadline};

    [[nodiscard]] std::unique_ptr<source::FeatureSource> open(mapfile::Map const& map,
                                                              std::string_view layer) const
    {
        return source::open_source(map, *map.find_layer(layer), services);
    }
};

/// Two layers of two points each, and their union.
std::vector<std::string> rows_of(std::int64_t max_features, expr::Expression filter = {})
{
    auto const map = mapfile::load_text(R"(
MAP
  LAYER NAME "a" TYPE POINT FEATURE POINTS 0 0 END END FEATURE POINTS 1 0 END END END
  LAYER NAME "b" TYPE POINT FEATURE POINTS 2 0 END END FEATURE POINTS 3 0 END END END
  LAYER NAME "both" TYPE POINT CONNECTIONTYPE UNION CONNECTION "a,b" END
END)",
                                        "/nonexistent")
                         .map;
    REQUIRE(map);
    Opener opener;
    auto const source = opener.open(*map, "both");
    source::Query query;
    query.kind = geometry::Kind::Point;
    query.max_features = max_features;
    query.filter = std::move(filter);
    query.fields = {"Union_SourceLayerName"};
    auto const cursor = source->start(query);
    feature::FeatureBatch batch;
    std::vector<std::string> rows;
    while (cursor->next(batch)) {
        for (std::size_t row = 0; row < batch.size(); ++row) {
            rows.push_back(std::string{batch.attributes[0][row]} +
                           std::to_string(static_cast<int>(batch.geometry.points_of(row)[0].x)));
        }
    }
    return rows;
}

using Rows = std::vector<std::string>;

} // namespace

TEST_CASE("union: the features of its layers, one layer after the other")
{
    CHECK(rows_of(-1) == Rows{"a0", "a1", "b2", "b3"});
}

TEST_CASE("union: so many features are those of all layers together")
{
    CHECK(rows_of(3) == Rows{"a0", "a1", "b2"});
    CHECK(rows_of(0).empty());
}

TEST_CASE("union: a filter may use the shape, as a BBOX of WFS does")
{
    auto const filter =
        expr::parse("intersects([shape], fromText('POLYGON((0.5 -1,2.5 -1,2.5 1,0.5 1,0.5 -1))'))");
    CHECK(rows_of(-1, filter) == Rows{"a1", "b2"});
}

TEST_CASE("union: a layer with PROJECTION AUTO has the CRS of its file")
{
    auto const map = mapfile::load_text(R"(
MAP
  LAYER NAME "a" TYPE POINT PROJECTION AUTO END DATA ")" MS_SOURCE_DIR
                                        R"(/mapfile-examples/data/shape/capitals" END
  LAYER NAME "b" TYPE POINT PROJECTION "EPSG:3857" END CONNECTIONTYPE UNION CONNECTION "a" END
END)",
                                        "/nonexistent")
                         .map;
    REQUIRE(map);
    Opener opener;
    auto const degrees = opener.open(*map, "a")->extent();
    auto const meters = opener.open(*map, "b")->extent();
    REQUIRE((degrees && meters));
    CHECK(degrees->max_x < 180);
    CHECK(meters->max_x == doctest::Approx(degrees->max_x * 20037508.342789244 / 180));
}

// As MapServer 8.0.0.
TEST_CASE("union: a layer that is off or out of scale takes part unless PROCESSING says otherwise")
{
    using source::union_layer::takes_part;
    auto const with = [](std::string const& processing) {
        mapfile::Layer layer;
        layer.processing = {processing};
        return layer;
    };
    mapfile::Layer off;
    off.status = mapfile::Status::Off;
    CHECK(takes_part(with("UNION_STATUS_CHECK=ON"), off, 100));
    CHECK_FALSE(takes_part(with("UNION_STATUS_CHECK=true"), off, 100));
    mapfile::Layer out_of_scale;
    out_of_scale.max_scale_denominator = 10;
    CHECK_FALSE(takes_part(with("UNION_SCALE_CHECK=OFF"), out_of_scale, 100));
    CHECK(takes_part(with("UNION_SCALE_CHECK=False"), out_of_scale, 100));
}
