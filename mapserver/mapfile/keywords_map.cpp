// SPDX-License-Identifier: MIT
// The keywords of MAP, WEB and OUTPUTFORMAT.
#include "mapfile/keyword_rows.hpp"

#include <algorithm>

namespace ms::mapfile {

namespace {

constexpr Rule dots_per_inch = between(10, 1000);

/// CONFIG "key" "value".
void read_config(Reader& in, Map& map, Keyword<Map> const&)
{
    auto const key = in.string();
    map.config.set(key, in.string());
}

void write_config(Writer& out, Map const& map, Keyword<Map> const& row)
{
    for (auto const* const entry : entries_of(out, map.config)) {
        out.begin_line(row.name);
        out.quoted_word(entry->first);
        out.quoted_word(entry->second);
        out.end_line();
    }
}

/// An empty line is between the map's own keywords and its blocks.
void write_formats(Writer& out, Map const& map, Keyword<Map> const& row)
{
    if (out.spells_out()) {
        out.end_line();
    }
    row::blocks<&Map::output_formats>(row.name).write(out, map, row);
}

/// The built-in symbol, those of the SYMBOLSET and those of image files do not belong to the
/// mapfile.
void write_symbols(Writer& out, Map const& map, Keyword<Map> const&)
{
    for (std::size_t i = 1; i < std::min(map.inline_symbols_end, map.symbols.size()); ++i) {
        row::write_block(out, map.symbols[i]);
    }
}

/// Written maps have -1 -1 if SIZE was not set.
void read_size(Reader& in, Map& map, Keyword<Map> const& row)
{
    Position const at = in.peek().at;
    Size size;
    read_value(in, size, row.rule);
    if (size != Size{} && (size.width < 1 || size.height < 1)) {
        throw ReadError{at, "SIZE must be at least 1 1"};
    }
    map.size = size;
}

constexpr Keyword<Map> map_rows[]{
    row::value<&Map::angle>("ANGLE", between(-360, 360)),
    row::make<Map>("CONFIG", {}, read_config, write_config),
    row::debug<&Map::debug>("DEBUG"),
    row::value<&Map::def_resolution>("DEFRESOLUTION", dots_per_inch),
    row::value<&Map::extent>("EXTENT"),
    row::value_with_place<&Map::font_set_path, &Map::font_set_at>("FONTSET"),
    row::value<&Map::image_color>("IMAGECOLOR"),
    row::value<&Map::image_type>("IMAGETYPE").spelled_out(),
    row::value<&Map::max_size>("MAXSIZE", above(0)),
    row::value<&Map::name>("NAME").spelled_out(),
    row::value<&Map::resolution>("RESOLUTION", dots_per_inch),
    row::value<&Map::scale_denominator>("SCALEDENOM", at_least(1)).also("SCALE"),
    row::value<&Map::shape_path>("SHAPEPATH"),
    row::make<Map>("SIZE", {.limits = {.min = -1}, .second_limits = {.min = -1}}, read_size,
                   row::write_member<&Map::size>)
        .spelled_out(),
    row::value<&Map::status>("STATUS").spelled_out(),
    row::value_with_place<&Map::symbol_set_path, &Map::symbol_set_at>("SYMBOLSET"),
    row::value_with_flag<&Map::units, &Map::has_units>("UNITS",
                                                       without(Units::Pixels, Units::Percentages))
        .spelled_out(),
    row::make<Map>("OUTPUTFORMAT", {}, row::blocks<&Map::output_formats>("OUTPUTFORMAT").read,
                   write_formats, true),
    row::make<Map>("SYMBOL", {}, row::blocks<&Map::symbols>("SYMBOL").read, write_symbols, true),
    row::list<&Map::projection>("PROJECTION"),
    row::list<&Map::lat_lon>("LATLON").kept(),
    row::block<&Map::legend>("LEGEND").spelled_out(),
    row::block<&Map::query_map>("QUERYMAP").spelled_out(),
    row::block<&Map::reference>("REFERENCE"),
    row::block<&Map::scale_bar>("SCALEBAR").spelled_out(),
    row::block<&Map::web>("WEB").spelled_out(),
    row::blocks<&Map::layers>("LAYER"),

    row::removed<Map>("TRANSPARENT", "write TRANSPARENT in an OUTPUTFORMAT"),
    row::removed<Map>("INTERLACE", "write FORMATOPTION \"INTERLACE=ON\" in an OUTPUTFORMAT"),
    row::removed<Map>("IMAGEQUALITY", "write FORMATOPTION \"QUALITY=n\" in an OUTPUTFORMAT"),
    row::removed<Map>("TEMPLATEPATTERN", "set MS_MAP_PATTERN in the CONFIG file"),
    row::removed<Map>("DATAPATTERN", "write VALIDATION in the LAYER"),
};

constexpr Keyword<Web> web_rows[]{
    row::value<&Web::browse_format>("BROWSEFORMAT"),
    row::value<&Web::empty_url>("EMPTY"),
    row::value<&Web::error_url>("ERROR"),
    row::value<&Web::footer>("FOOTER"),
    row::value<&Web::header>("HEADER"),
    row::value<&Web::image_path>("IMAGEPATH"),
    row::value<&Web::temp_path>("TEMPPATH"),
    row::value<&Web::image_url>("IMAGEURL"),
    row::value<&Web::legend_format>("LEGENDFORMAT"),
    row::value<&Web::max_scale_denominator>("MAXSCALEDENOM", at_least(0)).also("MAXSCALE"),
    row::value<&Web::max_template>("MAXTEMPLATE"),
    row::list<&Web::metadata>("METADATA"),
    row::value<&Web::min_scale_denominator>("MINSCALEDENOM", at_least(0)).also("MINSCALE"),
    row::value<&Web::min_template>("MINTEMPLATE"),
    row::value<&Web::query_format>("QUERYFORMAT"),
    row::value<&Web::template_path>("TEMPLATE"),
    row::list<&Web::validation>("VALIDATION"),

    row::removed<Web>("LOG", "set MS_ERRORFILE in the CONFIG file"),
};

void read_option(Reader& in, OutputFormat& format, Keyword<OutputFormat> const&)
{
    Position const at = in.peek().at;
    auto const option = in.string();
    auto const equals = option.find('=');
    if (equals == std::string::npos) {
        throw ReadError{at, "FORMATOPTION is \"KEY=VALUE\", not \"" + option + '"'};
    }
    format.options.set(option.substr(0, equals), option.substr(equals + 1));
}

void write_options(Writer& out, OutputFormat const& format, Keyword<OutputFormat> const& row)
{
    for (auto const& [key, text] : format.options.entries) {
        out.begin_line(row.name);
        out.quoted_word(key + '=' + text);
        out.end_line();
    }
}

/// The dot before an extension is for the eye only.
void read_extension(Reader& in, OutputFormat& format, Keyword<OutputFormat> const&)
{
    auto const extension = in.string();
    format.extension = extension.starts_with('.') ? extension.substr(1) : extension;
}

constexpr Keyword<OutputFormat> output_format_rows[]{
    row::value<&OutputFormat::name>("NAME"),
    row::value<&OutputFormat::mime_type>("MIMETYPE"),
    row::value<&OutputFormat::driver>("DRIVER"),
    row::make<OutputFormat>("EXTENSION", {}, read_extension,
                            row::write_member<&OutputFormat::extension>),
    row::value<&OutputFormat::image_mode>("IMAGEMODE"),
    row::value<&OutputFormat::transparent>("TRANSPARENT", {.words = YesNo::TrueFalse}),
    row::make<OutputFormat>("FORMATOPTION", {}, read_option, write_options),
};

} // namespace

template <>
KeywordTable<Map> const& keywords<Map>()
{
    static KeywordTable<Map> const table{"MAP", map_rows};
    return table;
}

template <>
KeywordTable<Web> const& keywords<Web>()
{
    static KeywordTable<Web> const table{"WEB", web_rows};
    return table;
}

template <>
KeywordTable<OutputFormat> const& keywords<OutputFormat>()
{
    static KeywordTable<OutputFormat> const table{"OUTPUTFORMAT", output_format_rows};
    return table;
}

} // namespace ms::mapfile
