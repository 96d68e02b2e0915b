// SPDX-License-Identifier: MIT
// The keywords of CLASS.
#include "mapfile/keyword_rows.hpp"

namespace ms::mapfile {

namespace {

/// Before 8.0 a CLASS could have the keywords of its first style (COLOR) and, with OVERLAY before
/// the name, of its second (OVERLAYCOLOR).
void read_style_shorthand(Reader& in, Class& klass, Keyword<Class> const& row)
{
    constexpr std::string_view overlay = "OVERLAY";
    bool const is_second = row.name.starts_with(overlay);
    auto const* const style_row =
        keywords<Style>().find(is_second ? row.name.substr(overlay.size()) : row.name);
    std::size_t const style = is_second ? 1 : 0;
    if (klass.styles.size() <= style) {
        klass.styles.resize(style + 1);
        klass.styles[style].at = in.keyword_at();
    }
    style_row->read(in, klass.styles[style], *style_row);
}

constexpr auto style_shorthand(std::string_view name)
{
    return row::removed<Class>(name, "write it in a STYLE", read_style_shorthand);
}

constexpr Keyword<Class> class_rows[]{
    row::value_with_flag<&Class::name, &Class::has_name>("NAME"),
    row::value<&Class::group>("GROUP"),
    row::debug<&Class::debug>("DEBUG"),
    row::value<&Class::expression>("EXPRESSION"),
    row::value<&Class::is_fallback>("FALLBACK", {.words = YesNo::TrueFalse}),
    row::value<&Class::key_image>("KEYIMAGE"),
    row::blocks<&Class::labels>("LABEL"),
    row::optional_block<&Class::leader>("LEADER"),
    row::value<&Class::max_scale_denominator>("MAXSCALEDENOM", at_least(0)).also("MAXSCALE"),
    row::list<&Class::metadata>("METADATA"),
    row::value<&Class::min_scale_denominator>("MINSCALEDENOM", at_least(0)).also("MINSCALE"),
    row::value<&Class::min_feature_size>("MINFEATURESIZE", above(0)),
    row::value<&Class::status>("STATUS"),
    row::blocks<&Class::styles>("STYLE"),
    row::value<&Class::template_path>("TEMPLATE"),
    row::value<&Class::text>("TEXT", without(ExpressionKind::Regex, ExpressionKind::List)),
    row::value_with_flag<&Class::title, &Class::has_title>("TITLE"),
    row::list<&Class::validation>("VALIDATION"),

    style_shorthand("COLOR"),
    style_shorthand("OUTLINECOLOR"),
    style_shorthand("BACKGROUNDCOLOR"),
    style_shorthand("SYMBOL"),
    style_shorthand("SIZE"),
    style_shorthand("MINSIZE"),
    style_shorthand("MAXSIZE"),
    style_shorthand("WIDTH"),
    style_shorthand("OVERLAYCOLOR"),
    style_shorthand("OVERLAYOUTLINECOLOR"),
    style_shorthand("OVERLAYBACKGROUNDCOLOR"),
    style_shorthand("OVERLAYSYMBOL"),
    style_shorthand("OVERLAYSIZE"),
    style_shorthand("OVERLAYMINSIZE"),
    style_shorthand("OVERLAYMAXSIZE"),
};

} // namespace

template <>
KeywordTable<Class> const& keywords<Class>()
{
    static KeywordTable<Class> const table{"CLASS", class_rows};
    return table;
}

} // namespace ms::mapfile
