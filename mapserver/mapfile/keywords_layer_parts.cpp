// SPDX-License-Identifier: MIT
// The keywords of the blocks in a LAYER: FEATURE, GRID, CLUSTER, COMPOSITE, SCALETOKEN, JOIN,
// IDENTIFY.
#include "geometry/wkt.hpp"
#include "mapfile/keyword_rows.hpp"

namespace ms::mapfile {

namespace {

/// MapServer writes only the points. Unreadable text stays unchanged.
void write_wkt(Writer& out, Feature const& feature, Keyword<Feature> const& row)
{
    geometry::GeometryColumn column;
    if (!out.spells_out() || !geometry::append_wkt(feature.wkt, geometry::Kind::None, column)) {
        return row::write_member<&Feature::wkt>(out, feature, row);
    }
    Feature points;
    for (std::size_t ring = 0; ring < column.ring_ends.size(); ++ring) {
        auto& part = points.parts.emplace_back();
        for (auto const& point : column.ring(ring)) {
            part.push_back({point.x, point.y});
        }
    }
    write_list(out, "POINTS", points.parts);
}

/// MapServer has them below the F of FEATURE.
void write_items(Writer& out, Feature const& feature, Keyword<Feature> const& row)
{
    if (!feature.items.empty()) {
        out.begin_line_outside(row.name);
        out.quoted_word(feature.items);
        out.end_line();
    }
}

constexpr Keyword<Feature> feature_rows[]{
    row::list<&Feature::parts>("POINTS"),
    row::make<Feature>("WKT", {}, row::read_member<&Feature::wkt>, write_wkt),
    row::make<Feature>("ITEMS", {}, row::read_member<&Feature::items>, write_items),
    row::value<&Feature::text>("TEXT"),
};

constexpr Keyword<Grid> grid_rows[]{
    row::value<&Grid::label_format>("LABELFORMAT"),
    row::value<&Grid::max_arcs>("MAXARCS", above(0)),
    row::value<&Grid::max_subdivide>("MAXSUBDIVIDE", above(0)),
    row::value<&Grid::max_interval>("MAXINTERVAL", above(0)),
    row::value<&Grid::min_arcs>("MINARCS", above(0)),
    row::value<&Grid::min_interval>("MININTERVAL", above(0)),
    row::value<&Grid::min_subdivide>("MINSUBDIVIDE", above(0)),
};

constexpr Keyword<Cluster> cluster_rows[]{
    row::value<&Cluster::max_distance>("MAXDISTANCE"),
    row::value<&Cluster::buffer>("BUFFER"),
    row::value<&Cluster::region>("REGION"),
    row::value<&Cluster::group>("GROUP"),
    row::value<&Cluster::filter>("FILTER"),
};

constexpr Keyword<Compositor> compositor_rows[]{
    row::repeated<&Compositor::filters>("COMPFILTER"),
    row::value<&Compositor::comp_op>("COMPOP"),
    row::value<&Compositor::opacity>("OPACITY", between(0, 100)),
};

constexpr Keyword<ScaleToken> scale_token_rows[]{
    row::value<&ScaleToken::name>("NAME"),
    row::list<&ScaleToken::values>("VALUES"),
};

constexpr Keyword<Join> join_rows[]{
    row::value<&Join::footer>("FOOTER"),
    row::value<&Join::from>("FROM"),
    row::value<&Join::header>("HEADER"),
    row::value<&Join::name>("NAME"),
    row::value<&Join::table>("TABLE"),
    row::value<&Join::template_path>("TEMPLATE"),
    row::value<&Join::to>("TO"),
    row::value<&Join::connection>("CONNECTION"),
    row::value<&Join::connection_type>("CONNECTIONTYPE"),
    row::value<&Join::type>("TYPE"),
};

constexpr Keyword<Identify> identify_rows[]{
    row::value<&Identify::tolerance>("TOLERANCE", at_least(0)),
    row::value<&Identify::tolerance_units>("TOLERANCEUNITS", without(Units::Percentages)),
    row::value<&Identify::class_group>("CLASSGROUP"),
    row::flag<&Identify::class_auto>("CLASSAUTO"),
};

} // namespace

template <>
KeywordTable<Feature> const& keywords<Feature>()
{
    static KeywordTable<Feature> const table{"FEATURE", feature_rows};
    return table;
}

template <>
KeywordTable<Grid> const& keywords<Grid>()
{
    static KeywordTable<Grid> const table{"GRID", grid_rows};
    return table;
}

template <>
KeywordTable<Cluster> const& keywords<Cluster>()
{
    static KeywordTable<Cluster> const table{"CLUSTER", cluster_rows};
    return table;
}

template <>
KeywordTable<Compositor> const& keywords<Compositor>()
{
    static KeywordTable<Compositor> const table{"COMPOSITE", compositor_rows};
    return table;
}

template <>
KeywordTable<ScaleToken> const& keywords<ScaleToken>()
{
    static KeywordTable<ScaleToken> const table{"SCALETOKEN", scale_token_rows};
    return table;
}

template <>
KeywordTable<Join> const& keywords<Join>()
{
    static KeywordTable<Join> const table{"JOIN", join_rows};
    return table;
}

template <>
KeywordTable<Identify> const& keywords<Identify>()
{
    static KeywordTable<Identify> const table{"IDENTIFY", identify_rows};
    return table;
}

} // namespace ms::mapfile
