// SPDX-License-Identifier: MIT
// The keywords of LABEL.
#include "mapfile/keyword_rows.hpp"

#include "base/string.hpp"

namespace ms::mapfile {

namespace {

void read_angle(Reader& in, Label& label, Keyword<Label> const& row)
{
    if (in.is_kind(TokenKind::Word)) {
        read_value(in, label.angle_mode, row.rule);
        label.angle = Label{}.angle;
    } else {
        row::read_member<&Label::angle>(in, label, row);
        label.angle_mode = AngleMode::Fixed;
    }
}

void write_angle(Writer& out, Label const& label, Keyword<Label> const& row)
{
    if (label.angle_mode == AngleMode::Fixed) {
        return row::write_member<&Label::angle>(out, label, row);
    }
    out.begin_line(row.name);
    out.word(word_of(label.angle_mode));
    out.end_line();
}

/// Sizes by name come from bitmap fonts; MapServer gives them these pixels.
void read_size(Reader& in, Label& label, Keyword<Label> const& row)
{
    struct NamedSize {
        std::string_view name;
        double pixels;
    };
    constexpr NamedSize named[]{
        {"TINY", 5}, {"SMALL", 7}, {"MEDIUM", 10}, {"LARGE", 13}, {"GIANT", 16}};
    for (auto const& size : named) {
        if (in.is_word(size.name)) {
            in.next();
            label.size = {.value = size.pixels};
            return;
        }
    }
    row::read_member<&Label::size>(in, label, row);
}

/// Legends and scale bars place their labels themselves.
void write_position(Writer& out, Label const& label, Keyword<Label> const& row)
{
    auto const around = out.around();
    auto own = row;
    own.is_spelled_out = around != "LEGEND" && around != "SCALEBAR";
    row::write_member<&Label::position>(out, label, own);
}

void read_min_feature_size(Reader& in, Label& label, Keyword<Label> const& row)
{
    if (in.is_word("AUTO")) {
        in.next();
        label.min_feature_size_auto = true;
        label.min_feature_size = Label{}.min_feature_size;
    } else {
        read_value(in, label.min_feature_size, row.rule);
        label.min_feature_size_auto = false;
    }
}

void write_min_feature_size(Writer& out, Label const& label, Keyword<Label> const& row)
{
    if (!label.min_feature_size_auto) {
        return row::write_member<&Label::min_feature_size>(out, label, row);
    }
    out.begin_line(row.name);
    out.word("AUTO");
    out.end_line();
}

/// The box behind the text became a style that fills the text's outline.
void read_background_color(Reader& in, Label& label, Keyword<Label> const& row)
{
    Style style;
    read_value(in, style.color.value, row.rule);
    style.geom_transform = "labelpoly";
    style.at = in.keyword_at();
    label.styles.push_back(std::move(style));
}

void read_leader(Reader& in, Label&, Keyword<Label> const&)
{
    in.error(in.keyword_at(), "LEADER belongs in CLASS, not in LABEL");
    Leader nowhere;
    read_block(in, nowhere);
}

constexpr Keyword<Label> label_rows[]{
    row::make<Label>("ANGLE", between(-360, 360), read_angle, write_angle),
    row::value<&Label::expression>("EXPRESSION"),
    row::value<&Label::font>("FONT"),
    row::value<&Label::max_size>("MAXSIZE", above(0)),
    row::value<&Label::min_size>("MINSIZE", above(0)),
    row::make<Label>("SIZE", {.limits = {.min = 0, .excludes_min = true}, .takes_expression = true},
                     read_size, row::write_member<&Label::size>)
        .spelled_out(),
    row::value<&Label::align>("ALIGN"),
    row::value<&Label::buffer>("BUFFER"),
    row::value<&Label::color>("COLOR"),
    row::value<&Label::encoding>("ENCODING"),
    row::value<&Label::force>("FORCE"),
    row::value<&Label::max_length>("MAXLENGTH", above(0)),
    row::value<&Label::max_scale_denominator>("MAXSCALEDENOM", at_least(0)).also("MAXSCALE"),
    row::value<&Label::min_distance>("MINDISTANCE", above(0)),
    row::make<Label>("MINFEATURESIZE", above(0), read_min_feature_size, write_min_feature_size),
    row::value<&Label::min_scale_denominator>("MINSCALEDENOM", at_least(0)).also("MINSCALE"),
    row::pair<&Label::offset_x, &Label::offset_y>("OFFSET").spelled_out(),
    row::value<&Label::outline_color>("OUTLINECOLOR"),
    row::value<&Label::outline_width>("OUTLINEWIDTH", above(0)),
    row::value<&Label::partials>("PARTIALS", {.words = YesNo::TrueFalse}),
    row::make<Label>("POSITION", {}, row::read_member<&Label::position>, write_position),
    row::value<&Label::priority>("PRIORITY",
                                 {.limits = {.min = 1, .max = 10}, .takes_expression = true}),
    row::value<&Label::repeat_distance>("REPEATDISTANCE", above(0)),
    row::value<&Label::shadow_color>("SHADOWCOLOR"),
    row::pair<&Label::shadow_size_x, &Label::shadow_size_y>("SHADOWSIZE").spelled_out(),
    row::value<&Label::max_overlap_angle>("MAXOVERLAPANGLE", between(0, 360)),
    row::blocks<&Label::styles>("STYLE"),
    row::value<&Label::text>("TEXT", without(ExpressionKind::Regex, ExpressionKind::List)),
    row::value<&Label::wrap>("WRAP"),

    row::ignored<Label>("TYPE"),
    row::ignored<Label>("ANTIALIAS"),

    row::removed<Label>("BACKGROUNDCOLOR", "fill the box with STYLE GEOMTRANSFORM \"labelpoly\"",
                        read_background_color),
    row::removed<Label>("BACKGROUNDSHADOWCOLOR",
                        "draw the shadow with STYLE GEOMTRANSFORM \"labelpoly\" and an OFFSET"),
    row::removed<Label>("BACKGROUNDSHADOWSIZE",
                        "draw the shadow with STYLE GEOMTRANSFORM \"labelpoly\" and an OFFSET"),
    row::make<Label>("LEADER", {}, read_leader, nullptr, true),
};

} // namespace

template <>
KeywordTable<Label> const& keywords<Label>()
{
    static KeywordTable<Label> const table{"LABEL", label_rows};
    return table;
}

} // namespace ms::mapfile
