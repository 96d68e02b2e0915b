// SPDX-License-Identifier: MIT
// The keywords of LEGEND, SCALEBAR, REFERENCE and QUERYMAP.
#include "mapfile/keyword_rows.hpp"

namespace ms::mapfile {

namespace {

constexpr Rule corner = without(Placement::CL, Placement::CC, Placement::CR, Placement::Auto);
constexpr Rule not_default = without(Status::Default);
constexpr Rule true_false{.words = YesNo::TrueFalse};

constexpr Limits pixels(double min, double max)
{
    return {.min = min, .max = max};
}

/// Furniture outside the map has no position.
template <typename Block>
void write_position(Writer& out, Block const& block, Keyword<Block> const& row)
{
    auto own = row;
    own.is_spelled_out = block.status == Status::Embed;
    row::write_member<&Block::position>(out, block, own);
}

constexpr Keyword<Legend> legend_rows[]{
    row::value<&Legend::image_color>("IMAGECOLOR"),
    row::value<&Legend::key_size>("KEYSIZE",
                                  {.limits = pixels(5, 1000), .second_limits = pixels(5, 1000)})
        .spelled_out(),
    row::value<&Legend::key_spacing>("KEYSPACING",
                                     {.limits = pixels(0, 50), .second_limits = pixels(0, 50)})
        .spelled_out(),
    row::block_with_flag<&Legend::label, &Legend::has_label>("LABEL").spelled_out(),
    row::value<&Legend::outline_color>("OUTLINECOLOR"),
    row::make<Legend>("POSITION", corner, row::read_member<&Legend::position>,
                      write_position<Legend>),
    row::value<&Legend::post_label_cache>("POSTLABELCACHE", true_false),
    row::value<&Legend::status>("STATUS", not_default).spelled_out(),
    row::value<&Legend::transparent>("TRANSPARENT", true_false),
    row::value<&Legend::template_path>("TEMPLATE"),

    row::removed<Legend>("INTERLACE", "write FORMATOPTION \"INTERLACE=ON\" in an OUTPUTFORMAT"),
};

constexpr Keyword<ScaleBar> scale_bar_rows[]{
    row::value<&ScaleBar::align>("ALIGN"),
    row::value<&ScaleBar::background_color>("BACKGROUNDCOLOR"),
    row::value<&ScaleBar::color>("COLOR"),
    row::value<&ScaleBar::image_color>("IMAGECOLOR"),
    row::value<&ScaleBar::intervals>("INTERVALS", between(1, 100)).spelled_out(),
    row::block_with_flag<&ScaleBar::label, &ScaleBar::has_label>("LABEL").spelled_out(),
    row::pair<&ScaleBar::offset_x, &ScaleBar::offset_y>(
        "OFFSET", {.limits = pixels(-50, 50), .second_limits = pixels(-50, 50)}),
    row::value<&ScaleBar::outline_color>("OUTLINECOLOR"),
    row::make<ScaleBar>("POSITION", corner, row::read_member<&ScaleBar::position>,
                        write_position<ScaleBar>),
    row::value<&ScaleBar::post_label_cache>("POSTLABELCACHE", true_false),
    row::value<&ScaleBar::size>("SIZE",
                                {.limits = pixels(5, 1000), .second_limits = pixels(2, 100)})
        .spelled_out(),
    row::value<&ScaleBar::status>("STATUS", not_default).spelled_out(),
    row::value<&ScaleBar::style>("STYLE", between(0, 1)),
    row::value<&ScaleBar::transparent>("TRANSPARENT", true_false),
    row::value<&ScaleBar::units>("UNITS",
                                 without(Units::Degrees, Units::Pixels, Units::Percentages))
        .spelled_out(),

    row::removed<ScaleBar>("INTERLACE", "write FORMATOPTION \"INTERLACE=ON\" in an OUTPUTFORMAT"),
};

constexpr Keyword<Reference> reference_rows[]{
    row::value<&Reference::color>("COLOR"),
    row::value<&Reference::extent>("EXTENT").spelled_out(),
    row::value<&Reference::image>("IMAGE").spelled_out(),
    row::value<&Reference::outline_color>("OUTLINECOLOR"),
    row::value<&Reference::size>("SIZE", {.limits = {.min = 5}, .second_limits = {.min = 5}})
        .spelled_out(),
    row::value<&Reference::status>("STATUS", without(Status::Default, Status::Embed)).spelled_out(),
    row::value<&Reference::marker>("MARKER"),
    row::value<&Reference::marker_size>("MARKERSIZE", at_least(0)).spelled_out(),
    row::value<&Reference::max_box_size>("MAXBOXSIZE", at_least(0)).spelled_out(),
    row::value<&Reference::min_box_size>("MINBOXSIZE", above(0)).spelled_out(),
};

constexpr Keyword<QueryMap> query_map_rows[]{
    row::value<&QueryMap::color>("COLOR"),
    row::value<&QueryMap::size>("SIZE"),
    row::value<&QueryMap::status>("STATUS", without(Status::Default, Status::Embed)).spelled_out(),
    row::value<&QueryMap::style>("STYLE").also("TYPE").spelled_out(),
};

} // namespace

template <>
KeywordTable<Legend> const& keywords<Legend>()
{
    static KeywordTable<Legend> const table{"LEGEND", legend_rows};
    return table;
}

template <>
KeywordTable<ScaleBar> const& keywords<ScaleBar>()
{
    static KeywordTable<ScaleBar> const table{"SCALEBAR", scale_bar_rows};
    return table;
}

template <>
KeywordTable<Reference> const& keywords<Reference>()
{
    static KeywordTable<Reference> const table{"REFERENCE", reference_rows};
    return table;
}

template <>
KeywordTable<QueryMap> const& keywords<QueryMap>()
{
    static KeywordTable<QueryMap> const table{"QUERYMAP", query_map_rows};
    return table;
}

} // namespace ms::mapfile
