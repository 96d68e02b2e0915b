// SPDX-License-Identifier: MIT
// The keywords of LAYER.
#include "mapfile/keyword_rows.hpp"
#include "mapfile/walk.hpp"

namespace ms::mapfile {

namespace {

constexpr Rule no_percentages = without(Units::Percentages);

// ANNOTATION drew labels only, at points.
void read_type(Reader& in, Layer& layer, Keyword<Layer> const& row)
{
    if (in.is_word("ANNOTATION")) {
        in.old_spelling(in.peek().at, "TYPE ANNOTATION is no longer part of the language; "
                                      "it is read as POINT");
        in.next();
        layer.type = LayerType::Point;
    } else {
        read_value(in, layer.type, row.rule);
    }
}

void read_style_item(Reader& in, Layer& layer, Keyword<Layer> const& row)
{
    if (in.is_word("AUTO")) {
        in.old_spelling(in.peek().at, "STYLEITEM \"AUTO\" needs quotes");
    }
    row::read_member<&Layer::style_item>(in, layer, row);
}

void read_opacity(Reader& in, Layer& layer, Keyword<Layer> const&)
{
    int opacity = 100;
    if (in.is_word("ALPHA")) {
        in.next();
    } else {
        opacity = in.integer({.min = 0, .max = 100});
    }
    if (opacity < 100) {
        layer.compositors.push_back({.opacity = opacity, .at = in.keyword_at()});
    }
}

/// Binds the labels of all classes once the layer is read.
void read_label_angle_item(Reader& in, Layer& layer, Keyword<Layer> const&)
{
    in.at_end_of_block([&layer, item = in.string()] {
        for_each_label(layer, [&item](Label& label) {
            label.angle_mode = AngleMode::Fixed;
            row::bind<&Label::angle>(label, item);
        });
    });
}

void read_label_size_item(Reader& in, Layer& layer, Keyword<Layer> const&)
{
    in.at_end_of_block([&layer, item = in.string()] {
        for_each_label(layer, [&item](Label& label) { row::bind<&Label::size>(label, item); });
    });
}

void read_join(Reader& in, Layer& layer, Keyword<Layer> const&)
{
    read_block(in, layer.joins.emplace_back());
}

constexpr Keyword<Layer> layer_rows[]{
    row::list<&Layer::bind_values>("BINDVALS"),
    row::value<&Layer::class_group>("CLASSGROUP"),
    row::value<&Layer::class_item>("CLASSITEM"),
    row::optional_block<&Layer::cluster>("CLUSTER"),
    row::blocks<&Layer::compositors>("COMPOSITE"),
    row::value_with_place<&Layer::connection, &Layer::connection_at>("CONNECTION"),
    row::value<&Layer::connection_type>("CONNECTIONTYPE",
                                        without(ConnectionType::Local, ConnectionType::Graticule)),
    row::list<&Layer::connection_options>("CONNECTIONOPTIONS"),
    row::value_with_place<&Layer::data, &Layer::data_at>("DATA"),
    row::debug<&Layer::debug>("DEBUG"),
    row::value<&Layer::encoding>("ENCODING"),
    row::value<&Layer::extent>("EXTENT"),
    row::value<&Layer::filter>("FILTER"),
    row::value<&Layer::filter_item>("FILTERITEM"),
    row::value<&Layer::footer>("FOOTER"),
    row::value<&Layer::group>("GROUP"),
    row::value<&Layer::geom_transform>("GEOMTRANSFORM", {.takes_expression = true}),
    row::value<&Layer::header>("HEADER"),
    row::optional_block<&Layer::identify>("IDENTIFY"),
    row::value<&Layer::label_cache>("LABELCACHE"),
    row::value<&Layer::label_item>("LABELITEM"),
    row::value<&Layer::label_max_scale_denominator>("LABELMAXSCALEDENOM", at_least(0))
        .also("LABELMAXSCALE"),
    row::value<&Layer::label_min_scale_denominator>("LABELMINSCALEDENOM", at_least(0))
        .also("LABELMINSCALE"),
    row::value<&Layer::label_requires_expression>("LABELREQUIRES", {.takes_expression = true}),
    row::value<&Layer::max_features>("MAXFEATURES", above(0)),
    row::value<&Layer::max_geo_width>("MAXGEOWIDTH", above(0)),
    row::value<&Layer::max_scale_denominator>("MAXSCALEDENOM", at_least(0)).also("MAXSCALE"),
    row::value<&Layer::mask>("MASK"),
    row::list<&Layer::metadata>("METADATA"),
    row::value<&Layer::min_geo_width>("MINGEOWIDTH", above(0)),
    row::value<&Layer::min_scale_denominator>("MINSCALEDENOM", at_least(0)).also("MINSCALE"),
    row::value<&Layer::min_feature_size>("MINFEATURESIZE", above(0)),
    row::value<&Layer::name>("NAME"),
    row::value<&Layer::offsite>("OFFSITE"),
    row::value<&Layer::plugin>("PLUGIN").kept(),
    row::value<&Layer::post_label_cache>("POSTLABELCACHE", {.words = YesNo::TrueFalse}),
    row::repeated<&Layer::processing>("PROCESSING"),
    row::list<&Layer::projection>("PROJECTION"),
    row::value<&Layer::requires_expression>("REQUIRES", {.takes_expression = true}),
    row::value<&Layer::size_units>("SIZEUNITS", no_percentages),
    row::value<&Layer::status>("STATUS", without(Status::Embed)).spelled_out(),
    row::make<Layer>("STYLEITEM", {}, read_style_item, row::write_member<&Layer::style_item>),
    row::value<&Layer::symbol_scale_denominator>("SYMBOLSCALEDENOM", at_least(1))
        .also("SYMBOLSCALE"),
    row::value<&Layer::template_path>("TEMPLATE"),
    row::value<&Layer::tile_index>("TILEINDEX"),
    row::value<&Layer::tile_item>("TILEITEM").spelled_out(),
    row::value<&Layer::tile_srs>("TILESRS"),
    row::value<&Layer::tolerance>("TOLERANCE", at_least(0)),
    row::value<&Layer::tolerance_units>("TOLERANCEUNITS", no_percentages),
    row::value<&Layer::transform>("TRANSFORM"),
    row::make<Layer>("TYPE", {}, read_type, row::write_member<&Layer::type>),
    row::value<&Layer::units>("UNITS").spelled_out(),
    row::value<&Layer::utf_data>("UTFDATA"),
    row::value<&Layer::utf_item>("UTFITEM"),
    row::list<&Layer::validation>("VALIDATION"),
    row::blocks<&Layer::scale_tokens>("SCALETOKEN"),
    row::make<Layer>("JOIN", {}, read_join, row::blocks<&Layer::joins>("JOIN").write, true),
    row::blocks<&Layer::classes>("CLASS"),
    row::optional_block<&Layer::grid>("GRID"),
    row::blocks<&Layer::features>("FEATURE"), // after TYPE, as MapServer needs it

    row::removed<Layer>("OPACITY", "write COMPOSITE OPACITY n END", read_opacity),
    row::removed<Layer>("TRANSPARENCY", "write COMPOSITE OPACITY n END", read_opacity),
    row::removed<Layer>("DUMP", "use the metadata gml_include_items"),
    row::removed<Layer>("LABELANGLEITEM", "write ANGLE [item] in LABEL", read_label_angle_item),
    row::removed<Layer>("LABELSIZEITEM", "write SIZE [item] in LABEL", read_label_size_item),
};

} // namespace

template <>
KeywordTable<Layer> const& keywords<Layer>()
{
    static KeywordTable<Layer> const table{"LAYER", layer_rows};
    return table;
}

} // namespace ms::mapfile
