// SPDX-License-Identifier: MIT
// Legends, their icons, scale bars and reference maps: separate images, or drawn into one.
#include "image/bitmap.hpp"
#include "render/surround/embed.hpp"
#include "render/surround/legend.hpp"
#include "render/surround/reference_map.hpp"
#include "render/surround/scale_bar.hpp"
#include "script/drawing.hpp"
#include "script/image.hpp"
#include "script/services.hpp"

namespace ms::script {

namespace {

/// Of all scales.
render::LegendRequest legend_request(mapObj const& map)
{
    render::LegendRequest request;
    request.layers = choices_of(map);
    request.resolution = map.block.resolution;
    return request;
}

/// The image of a piece of furniture, of the kind that the map's output format is.
/// \param what `draw` takes between the map and the setting
template <auto draw, typename... What>
std::shared_ptr<imageObj> draw_furniture(mapObj& map, std::optional<bool> is_transparent,
                                         What const&... what)
{
    auto const frozen = map.freeze();
    auto format = format_of(map);
    auto const setting = render::setting_of(format, is_transparent);
    auto bitmap = with_services([&](render::Services const& services) {
        return draw(*frozen, what..., setting, services);
    });
    mapfile::Size const size{bitmap.width(), bitmap.height()};
    return std::make_shared<imageObj>(render::MapImage{.bitmap = std::move(bitmap), .document = {}},
                                      size, *frozen, format);
}

/// Puts furniture where STATUS EMBED would.
void embed(imageObj& image, imageObj const& furniture, mapfile::Placement place,
           geometry::Point offset)
{
    auto const corner = render::embedded_corner(place, {image.width, image.height},
                                                {furniture.width, furniture.height}, offset);
    stamp(image, furniture, static_cast<int>(corner.x), static_cast<int>(corner.y));
}

} // namespace

std::shared_ptr<imageObj> mapObj::drawLegend(int scale_independent)
{
    auto request = legend_request(*this);
    if (scale_independent == MS_FALSE) {
        request.scale_denominator = adjust_extent(*this).scale_denominator;
    }
    return draw_furniture<render::draw_legend>(*this, freeze()->legend.transparent, request);
}

std::shared_ptr<imageObj> mapObj::drawScalebar()
{
    return draw_furniture<render::draw_scale_bar>(*this, freeze()->scale_bar.transparent,
                                                  viewport_of(*this));
}

std::shared_ptr<imageObj> mapObj::drawReferenceMap()
{
    return draw_furniture<render::draw_reference_map>(*this, std::nullopt, viewport_of(*this));
}

int mapObj::embedLegend(imageObj& image)
{
    embed(image, *drawLegend(MS_FALSE), legend.block.position, {});
    return MS_SUCCESS;
}

int mapObj::embedScalebar(imageObj& image)
{
    auto const& bar = scalebar.block;
    embed(image, *drawScalebar(), bar.position,
          {static_cast<double>(bar.offset_x), static_cast<double>(bar.offset_y)});
    return MS_SUCCESS;
}

std::shared_ptr<imageObj> classObj::createLegendIcon(mapObj& map, layerObj& layer, int width,
                                                     int height)
{
    fail_if(width <= 0 || height <= 0 || width > map.block.max_size || height > map.block.max_size,
            MS_MISCERR, "msCreateLegendIcon()", "The size of the icon is not valid.");
    auto request = legend_request(map);
    request.key_size = mapfile::Size{width, height};
    return draw_furniture<render::draw_icon>(map, map.freeze()->legend.transparent, layer.current(),
                                             current(), request);
}

int classObj::drawLegendIcon(mapObj& map, layerObj& layer, int width, int height,
                             imageObj& dstImage, int dstX, int dstY)
{
    stamp(dstImage, *createLegendIcon(map, layer, width, height), dstX, dstY);
    return MS_SUCCESS;
}

} // namespace ms::script
