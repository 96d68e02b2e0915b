// SPDX-License-Identifier: MIT
// The keywords of the blocks in a LAYER: FEATURE, GRID, CLUSTER, COMPOSITE, SCALETOKEN, JOIN,
// IDENTIFY.
#include "mapfile/keyword_rows.hpp"

namespace ms::mapfile {

namespace {

constexpr Keyword<Feature> feature_rows[]{
    row::list<&Feature::parts>("POINTS"),
    row::value<&Feature::wkt>("WKT"),
    row::value<&Feature::items>("ITEMS"),
    row::value<&Feature::text>("TEXT"),
};

constexpr Keyword<Grid> grid_rows[]{
    row::value<&Grid::label_format>("LABELFORMAT"),
    row::value<&Grid::min_arcs>("MINARCS", above(0)),
    row::value<&Grid::max_arcs>("MAXARCS", above(0)),
    row::value<&Grid::min_interval>("MININTERVAL", above(0)),
    row::value<&Grid::max_interval>("MAXINTERVAL", above(0)),
    row::value<&Grid::min_subdivide>("MINSUBDIVIDE", above(0)),
    row::value<&Grid::max_subdivide>("MAXSUBDIVIDE", above(0)),
};

constexpr Keyword<Cluster> cluster_rows[]{
    row::value<&Cluster::max_distance>("MAXDISTANCE"),
    row::value<&Cluster::buffer>("BUFFER"),
    row::value<&Cluster::region>("REGION"),
    row::value<&Cluster::group>("GROUP"),
    row::value<&Cluster::filter>("FILTER"),
};

constexpr Keyword<Compositor> compositor_rows[]{
    row::value<&Compositor::opacity>("OPACITY", between(0, 100)),
    row::value<&Compositor::comp_op>("COMPOP"),
    row::repeated<&Compositor::filters>("COMPFILTER"),
};

constexpr Keyword<ScaleToken> scale_token_rows[]{
    row::value<&ScaleToken::name>("NAME"),
    row::list<&ScaleToken::values>("VALUES"),
};

constexpr Keyword<Join> join_rows[]{
    row::value<&Join::name>("NAME"),
    row::value<&Join::type>("TYPE"),
    row::value<&Join::connection_type>("CONNECTIONTYPE"),
    row::value<&Join::connection>("CONNECTION"),
    row::value<&Join::table>("TABLE"),
    row::value<&Join::from>("FROM"),
    row::value<&Join::to>("TO"),
    row::value<&Join::template_path>("TEMPLATE"),
    row::value<&Join::header>("HEADER"),
    row::value<&Join::footer>("FOOTER"),
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
