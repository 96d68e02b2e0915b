// SPDX-License-Identifier: MIT
// The keywords of STYLE and LEADER.
#include "base/string.hpp"
#include "mapfile/keyword_rows.hpp"

namespace ms::mapfile {

namespace {

constexpr Rule angle_rule{.limits = {.min = -360, .max = 360},
                          .excluded = without(AngleMode::Auto2, AngleMode::Follow).excluded};

void read_angle(Reader& in, Style& style, Keyword<Style> const& row)
{
    if (in.is_kind(TokenKind::Word)) {
        read_value(in, style.angle_mode, row.rule);
        style.angle = Style{}.angle;
    } else {
        row::read_member<&Style::angle>(in, style, row);
        style.angle_mode = AngleMode::Fixed;
    }
}

void write_angle(Writer& out, Style const& style, Keyword<Style> const& row)
{
    if (style.angle_mode == AngleMode::Fixed) {
        return row::write_member<&Style::angle>(out, style, row);
    }
    out.begin_line(row.name);
    out.word(word_of(style.angle_mode));
    out.end_line();
}

void write_geom_transform(Writer& out, Style const& style, Keyword<Style> const& row)
{
    // MapServer's text for styles of labels without the keyword.
    bool const is_of_label = out.spells_out() && out.around() == "LABEL";
    std::string const text =
        style.geom_transform.empty() && is_of_label ? "labelpnt" : style.geom_transform;
    if (!text.empty()) {
        bool const is_lowered = out.spells_out() && !text.starts_with('(');
        out.begin_line(row.name);
        write_value(out, is_lowered ? to_lower(text) : text, row.rule);
        out.end_line();
    }
}

/// A full text has ranges where a RANGEITEM gives them a sense.
bool says_nothing(Writer const& out, Style const& style)
{
    return out.spells_out() && style.range_item.empty();
}

void write_color_range(Writer& out, Style const& style, Keyword<Style> const& row)
{
    if (!says_nothing(out, style) && (style.range_min_color || style.range_max_color)) {
        out.begin_line(row.name);
        write_value(out, style.range_min_color, row.rule);
        out.word(""); // two blanks between the colours, as MapServer
        write_value(out, style.range_max_color, row.rule);
        out.end_line();
    }
}

void write_data_range(Writer& out, Style const& style, Keyword<Style> const& row)
{
    constexpr int digits = 6;
    auto own = row;
    own.is_spelled_out = true;
    if (!says_nothing(out, style) &&
        !row::is_left_out<&Style::range_min, &Style::range_max>(out, style, own)) {
        out.begin_line(row.name);
        out.fixed_number(style.range_min, digits);
        out.fixed_number(style.range_max, digits);
        out.end_line();
    }
}

constexpr Keyword<Style> style_rows[]{
    row::make<Style>("ANGLE", angle_rule, read_angle, write_angle),
    row::value<&Style::antialias>("ANTIALIAS", {.words = YesNo::TrueFalse}),
    row::value<&Style::color>("COLOR"),
    row::value<&Style::gap>("GAP"),
    row::value<&Style::initial_gap>("INITIALGAP", at_least(0)),
    row::make<Style>(
        "GEOMTRANSFORM", {.takes_expression = true},
        row::value_with_place<&Style::geom_transform, &Style::geom_transform_at>("GEOMTRANSFORM")
            .read,
        write_geom_transform),
    row::value<&Style::line_cap>("LINECAP"),
    row::value<&Style::line_join>("LINEJOIN"),
    row::value<&Style::line_join_max_size>("LINEJOINMAXSIZE", above(0)),
    row::value<&Style::max_scale_denominator>("MAXSCALEDENOM", at_least(0)).also("MAXSCALE"),
    row::value<&Style::max_size>("MAXSIZE", above(0)),
    row::value<&Style::max_width>("MAXWIDTH", above(0)),
    row::value<&Style::min_scale_denominator>("MINSCALEDENOM", at_least(0)).also("MINSCALE"),
    row::value<&Style::min_size>("MINSIZE", at_least(0)),
    row::value<&Style::min_width>("MINWIDTH", at_least(0)),
    row::pair<&Style::offset_x, &Style::offset_y>("OFFSET"),
    row::pair<&Style::polar_offset_pixel, &Style::polar_offset_angle>("POLAROFFSET"),
    row::value<&Style::opacity>("OPACITY", {.limits = {.min = 0, .max = 100}, .clamps = true}),
    row::value<&Style::outline_color>("OUTLINECOLOR"),
    row::value<&Style::outline_width>("OUTLINEWIDTH", at_least(0)),
    row::list<&Style::pattern>("PATTERN"),
    row::value<&Style::size>(
        "SIZE", {.limits = {.min = 0, .excludes_min = true}, .takes_expression = true}),
    row::value<&Style::symbol>("SYMBOL"),
    row::value<&Style::width>("WIDTH", at_least(0)),
    row::value<&Style::range_item>("RANGEITEM"),
    row::make<Style>("COLORRANGE", {},
                     row::pair<&Style::range_min_color, &Style::range_max_color>("COLORRANGE").read,
                     write_color_range),
    row::make<Style>("DATARANGE", {},
                     row::pair<&Style::range_min, &Style::range_max>("DATARANGE").read,
                     write_data_range),

    row::removed<Style>("BACKGROUNDCOLOR", "draw the background with a STYLE of its own"),
    row::removed<Style>("ANGLEITEM", "write ANGLE [item]",
                        [](Reader& in, Style& style, Keyword<Style> const&) {
                            style.angle_mode = AngleMode::Fixed;
                            row::bind<&Style::angle>(style, in.string());
                        }),
    row::removed<Style>("SIZEITEM", "write SIZE [item]",
                        [](Reader& in, Style& style, Keyword<Style> const&) {
                            row::bind<&Style::size>(style, in.string());
                        }),
};

constexpr Keyword<Leader> leader_rows[]{
    row::value<&Leader::max_distance>("MAXDISTANCE", above(0)),
    row::value<&Leader::grid_step>("GRIDSTEP", above(0)),
    row::blocks<&Leader::styles>("STYLE"),
};

} // namespace

template <>
KeywordTable<Style> const& keywords<Style>()
{
    static KeywordTable<Style> const table{"STYLE", style_rows};
    return table;
}

template <>
KeywordTable<Leader> const& keywords<Leader>()
{
    static KeywordTable<Leader> const table{"LEADER", leader_rows};
    return table;
}

} // namespace ms::mapfile
