// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// LAYER: a data source with the classes that draw it.

#include "base/thread_counts.hpp"
#include "mapfile/model/class.hpp"

#include <array>

namespace ms::mapfile {

enum class LayerType : std::uint8_t {
    Unset,
    Point,
    Line,
    Polygon,
    Query,
    Circle,
    Chart,
    Raster,
    TileIndex,
};

enum class ConnectionType : std::uint8_t {
    Local, ///< shapefile named by DATA, or the inline FEATUREs
    PostGis,
    Ogr,
    Wms,
    Wfs,
    OracleSpatial,
    Plugin,
    Union,
    Graticule,
    UvRaster,
    Contour,
    KernelDensity,
    Idw,
    Kriging,
    FlatGeobuf,
    RasterLabel,
};

/// TRANSFORM: how coordinates become pixels. The corners are origins for pixel coordinates.
enum class Transform : std::uint8_t { False, True, UL, UC, UR, CL, CC, CR, LL, LC, LR };

/// Inline FEATURE.
struct Feature {
    struct Point {
        double x = 0;
        double y = 0;
        friend bool operator==(Point const&, Point const&) = default;
    };
    std::vector<std::vector<Point>> parts; ///< one per POINTS block
    std::string wkt;                       ///< instead of parts
    std::string items;                     ///< "a;b", by the names of PROCESSING "ITEMS=..."
    std::string text;
    Position at{};
    friend bool operator==(Feature const&, Feature const&) = default;
};

struct Grid {
    std::string label_format;
    double min_arcs = 0;
    double max_arcs = 0;
    double min_interval = 0;
    double max_interval = 0;
    double min_subdivide = 0;
    double max_subdivide = 0;
    std::vector<PreservedKeyword> kept;
    Position at{};
    friend bool operator==(Grid const&, Grid const&) = default;
};

struct Cluster {
    double max_distance = 10; ///< pixels
    double buffer = 0;        ///< pixels
    std::string region;       ///< "rectangle" or "ellipse"; needed to cluster at all
    Expression group;
    Expression filter;
    Position at{};
    friend bool operator==(Cluster const&, Cluster const&) = default;
};

/// One COMPOSITE block; a layer may chain several.
struct Compositor {
    int opacity = 100;                ///< percent
    std::string comp_op;              ///< "src-over" when empty
    std::vector<std::string> filters; ///< "blur(3)", "grayscale()" ...
    Position at{};
    friend bool operator==(Compositor const&, Compositor const&) = default;
};

/// SCALETOKEN: text that replaces %name% depending on the scale denominator.
struct ScaleToken {
    std::string name;                                   ///< with the percent signs
    std::vector<std::pair<double, std::string>> values; ///< ascending lower limits, first 0
    Position at{};
    friend bool operator==(ScaleToken const&, ScaleToken const&) = default;
};

struct Join {
    std::string connection, connection_type, from, to, table, name, type, template_path, header,
        footer;
    Position at{};
    friend bool operator==(Join const&, Join const&) = default;
};

struct Identify {
    double tolerance = -1;
    Units tolerance_units = Units::Pixels;
    std::string class_group;
    bool class_auto = false;
    Position at{};
    friend bool operator==(Identify const&, Identify const&) = default;
};

struct Layer {
    std::string name;
    std::string group;
    LayerType type = LayerType::Unset;
    Status status = Status::Off;
    int debug = -1; ///< -1: the global level

    // Data
    ConnectionType connection_type = ConnectionType::Local;
    std::string connection;
    Position connection_at{};
    std::string data;
    Position data_at{};
    std::string plugin;
    std::string tile_index, tile_item = "location", tile_srs;
    std::string encoding;
    Expression filter;
    std::string filter_item;
    StringMap bind_values;
    StringMap connection_options;
    std::vector<std::string> processing; ///< "KEY=value", in file order
    std::vector<ScaleToken> scale_tokens;
    std::vector<Feature> features;
    std::vector<Join> joins;
    std::optional<Grid> grid;
    std::optional<Cluster> cluster;
    int max_features = -1;

    // Space
    Projection projection;
    Extent extent;
    Units units = Units::Meters;
    Transform transform = Transform::True;

    // When it is drawn
    double min_scale_denominator = -1; ///< drawn when scale > min and scale <= max
    double max_scale_denominator = -1;
    double min_geo_width = -1;
    double max_geo_width = -1;
    int min_feature_size = -1;             ///< pixels
    std::string requires_expression;       ///< REQUIRES, with parentheses
    std::string label_requires_expression; ///< LABELREQUIRES

    // How it is drawn
    std::vector<Class> classes;
    std::string class_item;
    std::string class_group;
    std::string style_item;
    std::string geom_transform; ///< with parentheses
    std::string mask;
    std::vector<Compositor> compositors;
    Units size_units = Units::Pixels;
    double symbol_scale_denominator = -1;

    // Labels
    std::string label_item;
    bool label_cache = true;
    bool post_label_cache = false;
    double label_min_scale_denominator = -1;
    double label_max_scale_denominator = -1;

    // Queries
    double tolerance = -1;
    Units tolerance_units = Units::Pixels;
    std::string template_path, header, footer;
    std::string utf_item;
    Expression utf_data;
    std::optional<Identify> identify;

    OptionalColor offsite;
    StringMap metadata;
    StringMap validation;
    std::vector<PreservedKeyword> kept;
    Position at{};
    CopyCounter<&ThreadCounts::layers_copied> copies{};

    /// A CLUSTER without a REGION groups nothing. One in a layer of another TYPE is an error.
    [[nodiscard]] bool has_clusters() const { return cluster && !cluster->region.empty(); }

    /// The value of `PROCESSING "key=value"`: the first one, as in MapServer, key without case;
    /// nullopt when absent.
    /// The view lives as long as `processing` is not changed.
    [[nodiscard]] std::optional<std::string_view> processing_value(std::string_view key) const;

    friend bool operator==(Layer const&, Layer const&) = default;
};

} // namespace ms::mapfile
