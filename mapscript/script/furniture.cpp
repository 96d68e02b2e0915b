// SPDX-License-Identifier: MIT
#include "script/furniture.hpp"

#include "script/constants.hpp"
#include "script/exchange.hpp"
#include "script/snippet.hpp"

namespace ms::script {

namespace {

template <typename Way>
void exchange(Way& way, legendObj& s)
{
    auto& block = s.node.block;
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
}

template <typename Way>
void exchange(Way& way, scalebarObj& s)
{
    auto& block = s.node.block;
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
}

template <typename Way>
void exchange(Way& way, referenceMapObj& s)
{
    auto& block = s.node.block;
    way(s.extent, block.extent);
    convert::OrZero width{block.size.width};
    convert::OrZero height{block.size.height};
    way(s.width, width);
    way(s.height, height);
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
void exchange(Way& way, queryMapObj& s)
{
    auto& block = s.node.block;
    way(s.width, block.size.width);
    way(s.height, block.size.height);
    way(s.status, block.status);
    way(s.style, block.style);
    way(s.color, block.color);
}

template <typename Way>
void exchange(Way& way, webObj& s)
{
    auto& block = s.node.block;
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

template <typename Part>
Version sync_attributes(Part& part)
{
    Lower way;
    exchange(way, part);
    if (way.has_changed) {
        part.node.touch();
    }
    return part.node.version;
}

template <typename Part, typename Block>
void lift_attributes(Part& part, Block block)
{
    part.node.block = std::move(block);
    part.node.touch();
    Lift way;
    exchange(way, part);
}

/// The label of a legend or scale bar: a separate label, even if the mapfile has none.
template <typename Part>
void lift_label(Part& part)
{
    part.label = std::make_shared<labelObj>(std::move(part.node.block.label));
    part.node.block.label = {};
}

template <typename Part>
Version sync_with_label(Part& part)
{
    auto const before = part.label->node.version;
    auto const of_label = sync(*part.label);
    if (part.label->node.version != before) {
        part.node.block.has_label = true; // a script has changed it
    }
    return std::max(sync_attributes(part), of_label);
}

template <typename Part>
int update(Part& part, Text const& snippet, char const* routine)
{
    sync(part);
    auto block = compose(part);
    read_snippet(snippet, block, routine);
    lift(part, std::move(block));
    return MS_SUCCESS;
}

template <typename Part>
Text write(Part& part)
{
    sync(part);
    return text_of(compose(part));
}

} // namespace

legendObj::legendObj()
{
    lift(*this, {});
}

int legendObj::updateFromString(Text const& snippet)
{
    return update(*this, snippet, "msUpdateLegendFromString()");
}

Text legendObj::convertToString()
{
    return write(*this);
}

std::shared_ptr<mapObj> legendObj::get_map() const
{
    return parent.lock();
}

Version sync(legendObj& legend)
{
    return sync_with_label(legend);
}

mapfile::Legend compose(legendObj const& legend)
{
    auto block = legend.node.block;
    block.label = compose(*legend.label);
    return block;
}

void lift(legendObj& legend, mapfile::Legend block)
{
    lift_attributes(legend, std::move(block));
    lift_label(legend);
}

scalebarObj::scalebarObj()
{
    lift(*this, {});
}

int scalebarObj::updateFromString(Text const& snippet)
{
    return update(*this, snippet, "msUpdateScalebarFromString()");
}

Text scalebarObj::convertToString()
{
    return write(*this);
}

Version sync(scalebarObj& scalebar)
{
    return sync_with_label(scalebar);
}

mapfile::ScaleBar compose(scalebarObj const& scalebar)
{
    auto block = scalebar.node.block;
    block.label = compose(*scalebar.label);
    return block;
}

void lift(scalebarObj& scalebar, mapfile::ScaleBar block)
{
    lift_attributes(scalebar, std::move(block));
    lift_label(scalebar);
}

referenceMapObj::referenceMapObj()
{
    lift(*this, {});
}

int referenceMapObj::updateFromString(Text const& snippet)
{
    return update(*this, snippet, "msUpdateReferenceMapFromString()");
}

Text referenceMapObj::convertToString()
{
    return image.str().empty() ? Text{""}
                               : write(*this); // without an image there is no reference map
}

std::shared_ptr<mapObj> referenceMapObj::get_map() const
{
    return parent.lock();
}

Version sync(referenceMapObj& reference)
{
    return sync_attributes(reference);
}

mapfile::Reference compose(referenceMapObj const& reference)
{
    return reference.node.block;
}

void lift(referenceMapObj& reference, mapfile::Reference block)
{
    lift_attributes(reference, std::move(block));
}

queryMapObj::queryMapObj()
{
    lift(*this, {});
}

int queryMapObj::updateFromString(Text const& snippet)
{
    return update(*this, snippet, "msUpdateQueryMapFromString()");
}

Text queryMapObj::convertToString()
{
    return write(*this);
}

std::shared_ptr<mapObj> queryMapObj::get_map() const
{
    return parent.lock();
}

Version sync(queryMapObj& querymap)
{
    return sync_attributes(querymap);
}

mapfile::QueryMap compose(queryMapObj const& querymap)
{
    return querymap.node.block;
}

void lift(queryMapObj& querymap, mapfile::QueryMap block)
{
    lift_attributes(querymap, std::move(block));
}

webObj::webObj()
{
    lift(*this, {});
}

int webObj::updateFromString(Text const& snippet)
{
    return update(*this, snippet, "msUpdateWebFromString()");
}

Text webObj::convertToString()
{
    return write(*this);
}

std::shared_ptr<mapObj> webObj::get_map() const
{
    return parent.lock();
}

Version sync(webObj& web)
{
    return sync_attributes(web);
}

mapfile::Web compose(webObj const& web)
{
    return web.node.block;
}

void lift(webObj& web, mapfile::Web block)
{
    lift_attributes(web, std::move(block));
}

} // namespace ms::script
