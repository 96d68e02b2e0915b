// SPDX-License-Identifier: MIT
// Attributes: those that are computed, and those that are values of the mapfile model, in one table.

// get_name() of the class is `name` of the script's object.
%define %ms_computed(Class, Type, Name)
%ignore ms::script::Class::get_##Name;
%immutable ms::script::Class::Name;
%extend ms::script::Class { Type Name; }
%{
static Type ms_script_##Class##_##Name##_get(ms::script::Class* self) { return self->get_##Name(); }
%}
%enddef

%{
#include "script/attribute.hpp"
%}

// `model` is an expression of the class's block, or one of the conversions of convert.hpp.
%define %ms_value(Class, Type, Name, model)
%extend ms::script::Class { Type Name; }
%{
static Type const& ms_script_##Class##_##Name##_get(ms::script::Class* self)
{
    using namespace ms::script;
    auto& block = self->block;
    return shown<Type>(*self, #Name, model);
}
static void ms_script_##Class##_##Name##_set(ms::script::Class* self, Type const& value)
{
    using namespace ms::script;
    auto& block = self->block;
    set<Type>(*self, #Name, model, value);
}
%}
%enddef

%define %ms_whole(Class, Name, model)
%ms_value(Class, int, Name, model)
%enddef
%define %ms_number(Class, Name, model)
%ms_value(Class, double, Name, model)
%enddef
%define %ms_text(Class, Name, model)
%ms_value(Class, ms::script::Text, Name, model)
%enddef

// Scripts cannot set it.
%define %ms_shown_text(Class, Name, model)
%immutable ms::script::Class::Name;
%ms_text(Class, Name, model)
%enddef

%ms_text(mapObj, name, block.name)
%ms_whole(mapObj, status, block.status)
%ms_whole(mapObj, width, block.size.width)
%ms_whole(mapObj, height, block.size.height)
%ms_whole(mapObj, maxsize, block.max_size)
%ms_number(mapObj, resolution, block.resolution)
%ms_number(mapObj, defresolution, block.def_resolution)
%ms_whole(mapObj, units, block.units)
%ms_text(mapObj, shapepath, block.shape_path)
%ms_whole(mapObj, debug, Debug{block.debug})

%ms_text(webObj, imagepath, block.image_path)
%ms_text(webObj, imageurl, block.image_url)
%ms_text(webObj, temppath, block.temp_path)
%ms_text(webObj, header, block.header)
%ms_text(webObj, footer, block.footer)
%ms_text(webObj, empty, block.empty_url)
%ms_text(webObj, error, block.error_url)
%ms_text(webObj, template_, block.template_path)
%ms_text(webObj, mintemplate, block.min_template)
%ms_text(webObj, maxtemplate, block.max_template)
%ms_text(webObj, queryformat, block.query_format)
%ms_text(webObj, legendformat, block.legend_format)
%ms_text(webObj, browseformat, block.browse_format)
%ms_number(webObj, minscaledenom, block.min_scale_denominator)
%ms_number(webObj, maxscaledenom, block.max_scale_denominator)

%ms_whole(legendObj, keysizex, block.key_size.width)
%ms_whole(legendObj, keysizey, block.key_size.height)
%ms_whole(legendObj, keyspacingx, block.key_spacing.width)
%ms_whole(legendObj, keyspacingy, block.key_spacing.height)
%ms_whole(legendObj, status, block.status)
%ms_whole(legendObj, position, block.position)
%ms_whole(legendObj, postlabelcache, block.post_label_cache)
%ms_whole(legendObj, transparent, block.transparent)
%ms_text(legendObj, template_, block.template_path)

%ms_whole(scalebarObj, width, block.size.width)
%ms_whole(scalebarObj, height, block.size.height)
%ms_whole(scalebarObj, style, block.style)
%ms_whole(scalebarObj, intervals, block.intervals)
%ms_whole(scalebarObj, units, block.units)
%ms_whole(scalebarObj, status, block.status)
%ms_whole(scalebarObj, position, block.position)
%ms_whole(scalebarObj, postlabelcache, block.post_label_cache)
%ms_whole(scalebarObj, align, block.align)
%ms_whole(scalebarObj, transparent, block.transparent)
%ms_whole(scalebarObj, offsetx, block.offset_x)
%ms_whole(scalebarObj, offsety, block.offset_y)

%ms_whole(referenceMapObj, width, OrZero{block.size.width})
%ms_whole(referenceMapObj, height, OrZero{block.size.height})
%ms_text(referenceMapObj, image, block.image)
%ms_whole(referenceMapObj, status, block.status)
%ms_whole(referenceMapObj, marker, block.marker.index)
%ms_text(referenceMapObj, markername, block.marker.name)
%ms_whole(referenceMapObj, markersize, block.marker_size)
%ms_whole(referenceMapObj, minboxsize, block.min_box_size)
%ms_whole(referenceMapObj, maxboxsize, block.max_box_size)

%ms_whole(queryMapObj, width, block.size.width)
%ms_whole(queryMapObj, height, block.size.height)
%ms_whole(queryMapObj, status, block.status)
%ms_whole(queryMapObj, style, block.style)

%ms_text(outputFormatObj, name, block.name)
%ms_text(outputFormatObj, mimetype, block.mime_type)
%ms_text(outputFormatObj, driver, block.driver)
%ms_text(outputFormatObj, extension, block.extension)
%ms_whole(outputFormatObj, imagemode, block.image_mode)
%ms_whole(outputFormatObj, transparent, Transparency{block})

%ms_text(symbolObj, name, block.name)
%ms_whole(symbolObj, type, block.type)
%ms_whole(symbolObj, filled, block.filled)
%ms_number(symbolObj, anchorpoint_x, block.anchor_x)
%ms_number(symbolObj, anchorpoint_y, block.anchor_y)
%ms_text(symbolObj, character, block.character)
%ms_text(symbolObj, font, block.font)
%ms_whole(symbolObj, transparent, OrZero{block.transparent})

%ms_text(layerObj, name, block.name)
%ms_text(layerObj, group, block.group)
%ms_whole(layerObj, type, block.type)
%ms_whole(layerObj, status, block.status)
%ms_text(layerObj, data, block.data)
%ms_text(layerObj, connection, block.connection)
%ms_text(layerObj, plugin_library_original, block.plugin)
%ms_text(layerObj, tileindex, block.tile_index)
%ms_text(layerObj, tileitem, block.tile_item)
%ms_text(layerObj, tilesrs, block.tile_srs)
%ms_text(layerObj, encoding, block.encoding)
%ms_text(layerObj, filteritem, block.filter_item)
%ms_whole(layerObj, maxfeatures, block.max_features)
%ms_whole(layerObj, units, block.units)
%ms_whole(layerObj, transform, block.transform)
%ms_number(layerObj, minscaledenom, block.min_scale_denominator)
%ms_number(layerObj, maxscaledenom, block.max_scale_denominator)
%ms_number(layerObj, mingeowidth, block.min_geo_width)
%ms_number(layerObj, maxgeowidth, block.max_geo_width)
%ms_whole(layerObj, minfeaturesize, block.min_feature_size)
%ms_text(layerObj, requires_, block.requires_expression)
%ms_text(layerObj, labelrequires, block.label_requires_expression)
%ms_text(layerObj, classitem, block.class_item)
%ms_text(layerObj, classgroup, block.class_group)
%ms_text(layerObj, styleitem, block.style_item)
%ms_text(layerObj, mask, block.mask)
%ms_whole(layerObj, sizeunits, block.size_units)
%ms_number(layerObj, symbolscaledenom, block.symbol_scale_denominator)
%ms_text(layerObj, labelitem, block.label_item)
%ms_whole(layerObj, labelcache, block.label_cache)
%ms_whole(layerObj, postlabelcache, block.post_label_cache)
%ms_number(layerObj, labelminscaledenom, block.label_min_scale_denominator)
%ms_number(layerObj, labelmaxscaledenom, block.label_max_scale_denominator)
%ms_number(layerObj, tolerance, block.tolerance)
%ms_whole(layerObj, toleranceunits, block.tolerance_units)
%ms_text(layerObj, template_, block.template_path)
%ms_text(layerObj, header, block.header)
%ms_text(layerObj, footer, block.footer)
%ms_text(layerObj, utfitem, block.utf_item)
%ms_whole(layerObj, debug, Debug{block.debug})

%ms_number(clusterObj, maxdistance, block.max_distance)
%ms_number(clusterObj, buffer, block.buffer)
%ms_text(clusterObj, region, block.region)

%ms_text(classObj, name, block.name)
%ms_text(classObj, title, block.title)
%ms_text(classObj, group, block.group)
%ms_whole(classObj, status, block.status)
%ms_whole(classObj, isfallback, block.is_fallback)
%ms_number(classObj, minscaledenom, block.min_scale_denominator)
%ms_number(classObj, maxscaledenom, block.max_scale_denominator)
%ms_whole(classObj, minfeaturesize, block.min_feature_size)
%ms_text(classObj, template_, block.template_path)
%ms_text(classObj, keyimage, block.key_image)
%ms_whole(classObj, debug, Debug{block.debug})

%ms_whole(styleObj, opacity, block.opacity.value)
%ms_number(styleObj, size, block.size.value)
%ms_number(styleObj, minsize, block.min_size)
%ms_number(styleObj, maxsize, block.max_size)
%ms_number(styleObj, width, block.width.value)
%ms_number(styleObj, minwidth, block.min_width)
%ms_number(styleObj, maxwidth, block.max_width)
%ms_number(styleObj, outlinewidth, block.outline_width.value)
%ms_number(styleObj, angle, block.angle.value)
%ms_number(styleObj, offsetx, block.offset_x.value)
%ms_number(styleObj, offsety, block.offset_y.value)
%ms_number(styleObj, polaroffsetpixel, block.polar_offset_pixel.value)
%ms_number(styleObj, polaroffsetangle, block.polar_offset_angle.value)
%ms_number(styleObj, gap, block.gap)
%ms_number(styleObj, initialgap, block.initial_gap)
%ms_whole(styleObj, linecap, block.line_cap)
%ms_whole(styleObj, linejoin, block.line_join)
%ms_number(styleObj, linejoinmaxsize, block.line_join_max_size)
%ms_whole(styleObj, antialiased, block.antialias)
%ms_text(styleObj, rangeitem, block.range_item)
%ms_number(styleObj, minvalue, block.range_min)
%ms_number(styleObj, maxvalue, block.range_max)
%ms_number(styleObj, minscaledenom, block.min_scale_denominator)
%ms_number(styleObj, maxscaledenom, block.max_scale_denominator)
%ms_whole(styleObj, symbol, block.symbol.value.index)
%ms_shown_text(styleObj, symbolname, block.symbol.value.name)
%ms_whole(styleObj, autoangle, AutoAngle{block.angle_mode})
%ms_value(styleObj, std::vector<double>, pattern, block.pattern)

%ms_text(labelObj, font, block.font.value)
%ms_whole(labelObj, size, block.size.value)
%ms_whole(labelObj, minsize, block.min_size)
%ms_whole(labelObj, maxsize, block.max_size)
%ms_whole(labelObj, outlinewidth, block.outline_width)
%ms_whole(labelObj, shadowsizex, block.shadow_size_x.value)
%ms_whole(labelObj, shadowsizey, block.shadow_size_y.value)
%ms_whole(labelObj, position, block.position.value)
%ms_whole(labelObj, offsetx, block.offset_x.value)
%ms_whole(labelObj, offsety, block.offset_y.value)
%ms_number(labelObj, angle, block.angle.value)
%ms_whole(labelObj, anglemode, block.angle_mode)
%ms_whole(labelObj, buffer, block.buffer)
%ms_whole(labelObj, align, block.align.value)
%ms_value(labelObj, char, wrap, block.wrap)
%ms_whole(labelObj, maxlength, block.max_length)
%ms_whole(labelObj, minfeaturesize, block.min_feature_size)
%ms_whole(labelObj, autominfeaturesize, block.min_feature_size_auto)
%ms_number(labelObj, minscaledenom, block.min_scale_denominator)
%ms_number(labelObj, maxscaledenom, block.max_scale_denominator)
%ms_whole(labelObj, mindistance, block.min_distance)
%ms_whole(labelObj, repeatdistance, block.repeat_distance)
%ms_number(labelObj, maxoverlapangle, block.max_overlap_angle)
%ms_whole(labelObj, partials, block.partials)
%ms_whole(labelObj, force, block.force)
%ms_text(labelObj, encoding, block.encoding)
%ms_whole(labelObj, priority, block.priority.value)

%ms_whole(labelLeaderObj, maxdistance, block.max_distance)
%ms_whole(labelLeaderObj, gridstep, block.grid_step)
// Classes of the C++ side only.
%ignore ms::script::Text;
%ignore ms::script::Bytes;
%ignore ms::script::text_or_null;
%ignore ms::script::Failure;
