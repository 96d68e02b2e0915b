// SPDX-License-Identifier: MIT
#include "script/furniture.hpp"

#include "script/exchange.hpp"

namespace ms::script {

template <typename Way>
void exchange(Way& way, legendObj& s, mapfile::Legend& block)
{
    way(s.imagecolor, block.image_color);
    way(s.outlinecolor, block.outline_color);
    way(s.keysizex, block.key_size.width);
    way(s.keysizey, block.key_size.height);
    way(s.keyspacingx, block.key_spacing.width);
    way(s.keyspacingy, block.key_spacing.height);
    way(s.status, block.status);
    way(s.position, block.position);
    way(s.postlabelcache, block.post_label_cache);
    way(s.transparent, block.transparent);
    way(s.template_, block.template_path);
    way(s.label, OwnLabel{block.label, block.has_label});
}

template <typename Way>
void exchange(Way& way, scalebarObj& s, mapfile::ScaleBar& block)
{
    way(s.color, block.color);
    way(s.backgroundcolor, block.background_color);
    way(s.imagecolor, block.image_color);
    way(s.outlinecolor, block.outline_color);
    way(s.width, block.size.width);
    way(s.height, block.size.height);
    way(s.style, block.style);
    way(s.intervals, block.intervals);
    way(s.units, block.units);
    way(s.status, block.status);
    way(s.position, block.position);
    way(s.postlabelcache, block.post_label_cache);
    way(s.align, block.align);
    way(s.transparent, block.transparent);
    way(s.offsetx, block.offset_x);
    way(s.offsety, block.offset_y);
    way(s.label, OwnLabel{block.label, block.has_label});
}

template <typename Way>
void exchange(Way& way, referenceMapObj& s, mapfile::Reference& block)
{
    way(s.extent, block.extent);
    way(s.width, OrZero{block.size.width});
    way(s.height, OrZero{block.size.height});
    way(s.color, block.color);
    way(s.outlinecolor, block.outline_color);
    way(s.image, block.image);
    way(s.status, block.status);
    way(s.marker, block.marker.index);
    way(s.markername, block.marker.name);
    way(s.markersize, block.marker_size);
    way(s.minboxsize, block.min_box_size);
    way(s.maxboxsize, block.max_box_size);
}

template <typename Way>
void exchange(Way& way, queryMapObj& s, mapfile::QueryMap& block)
{
    way(s.width, block.size.width);
    way(s.height, block.size.height);
    way(s.status, block.status);
    way(s.style, block.style);
    way(s.color, block.color);
}

template <typename Way>
void exchange(Way& way, webObj& s, mapfile::Web& block)
{
    way(s.imagepath, block.image_path);
    way(s.imageurl, block.image_url);
    way(s.temppath, block.temp_path);
    way(s.header, block.header);
    way(s.footer, block.footer);
    way(s.empty, block.empty_url);
    way(s.error, block.error_url);
    way(s.template_, block.template_path);
    way(s.mintemplate, block.min_template);
    way(s.maxtemplate, block.max_template);
    way(s.queryformat, block.query_format);
    way(s.legendformat, block.legend_format);
    way(s.browseformat, block.browse_format);
    way(s.minscaledenom, block.min_scale_denominator);
    way(s.maxscaledenom, block.max_scale_denominator);
    way(s.metadata, block.metadata);
    way(s.validation, block.validation);
}

template struct Exchange<legendObj>;
template struct Exchange<scalebarObj>;
template struct Exchange<referenceMapObj>;
template struct Exchange<queryMapObj>;
template struct Exchange<webObj>;

} // namespace ms::script
