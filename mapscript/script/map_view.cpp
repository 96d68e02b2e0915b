// SPDX-License-Identifier: MIT
// Moving about in a map.
#include "render/core/navigate.hpp"
#include "script/drawing.hpp"
#include "style/scaling.hpp"

#include <numeric>

namespace ms::script {

namespace {

void require(bool is_valid, char const* routine, char const* message = "Incorrect arguments")
{
    fail_if(!is_valid, MS_MISCERR, std::string{"mapscript::mapObj::"} + routine, message);
}

/// The common arguments of the zoom functions.
struct Zoom {
    mapfile::Size size;
    geometry::Box extent;
    std::optional<geometry::Box> limit;

    Zoom(int width, int height, rectObj const& shown, rectObj const* most, char const* routine)
        : size{width, height}, extent(shown.box()),
          limit(most == nullptr ? std::nullopt : std::optional{most->box()})
    {
        require(width > 0 && height > 0, routine);
        require(extent.min_x < extent.max_x && extent.min_y < extent.max_y, routine,
                "Given map extent is invalid. Check that it is in the form: minx, miny, maxx, "
                "maxy");
    }

    [[nodiscard]] geometry::Box limited(geometry::Box const& box) const
    {
        return limit ? render::kept_within(box, *limit) : box;
    }
};

/// Dots of the map in one of its units.
double dots_per_unit(mapObj const& map)
{
    return map.block.resolution * style::inches_per(map.block.units);
}

double scale_of(mapObj const& map, geometry::Box const& extent, int width)
{
    return extent.width() * dots_per_unit(map) / std::max(width - 1, 1);
}

/// A box around the same place as large as WEB MINSCALEDENOM allows, where `box` is smaller.
geometry::Box not_too_close(mapObj const& map, mapfile::Size size, geometry::Box const& box)
{
    double const least = map.web.block.min_scale_denominator;
    if (!(least > 0) || scale_of(map, box, size.width) >= least) {
        return box;
    }
    double const cell = least / dots_per_unit(map);
    geometry::Point const center{std::midpoint(box.min_x, box.max_x),
                                 std::midpoint(box.min_y, box.max_y)};
    return render::box_around(center, cell * std::max(size.width - 1, 1),
                              cell * std::max(size.height - 1, 1));
}

/// Shows a box in the map's own image, unless it is farther away than WEB allows.
int show(mapObj& map, Zoom const& zoom, geometry::Box box)
{
    box = zoom.limited(box);
    int width = zoom.size.width;
    if (has_size(map)) {
        width = map.block.size.width;
        auto const square = render::with_square_pixels(box, map.block.size);
        // A rounding error is not a reason to move the edges.
        bool const is_square =
            std::max(square.width() / box.width(), square.height() / box.height()) < 1 + 1e-9;
        box = is_square ? box : zoom.limited(square);
    }
    auto const scale = scale_of(map, box, width);
    auto const most = map.web.block.max_scale_denominator;
    bool const is_too_far = most > 0 && scale > most;
    if (is_too_far && scale > map.scaledenom) {
        return MS_FAILURE;
    }
    map.extent = rectObj{box};
    map.scaledenom = scale;
    map.cellsize = box.width() / std::max(width - 1, 1);
    return MS_SUCCESS;
}

} // namespace

int mapObj::zoomPoint(int zoomfactor, pointObj const& poPixPos, int to_width, int to_height,
                      rectObj const& poGeorefExt, std::shared_ptr<rectObj> poMaxGeorefExt)
{
    Zoom const zoom{to_width, to_height, poGeorefExt, poMaxGeorefExt.get(), "zoomPoint()"};
    require(zoomfactor != 0, "zoomPoint()");
    auto const center = render::from_pixel({poPixPos.x, poPixPos.y}, zoom.size, zoom.extent);
    auto const box = render::zoomed(zoom.extent, center, zoomfactor);
    return show(*this, zoom, zoomfactor > 1 ? not_too_close(*this, zoom.size, box) : box);
}

int mapObj::zoomRectangle(rectObj const& poPixRect, int to_width, int to_height,
                          rectObj const& poGeorefExt, std::shared_ptr<rectObj> poMaxGeorefExt)
{
    Zoom const zoom{to_width, to_height, poGeorefExt, poMaxGeorefExt.get(), "zoomRectangle()"};
    require(poPixRect.minx < poPixRect.maxx && poPixRect.maxy < poPixRect.miny, "zoomRectangle()",
            "image rectangle must have miny > maxy");
    auto const low = render::from_pixel({poPixRect.minx, poPixRect.miny}, zoom.size, zoom.extent);
    auto const high = render::from_pixel({poPixRect.maxx, poPixRect.maxy}, zoom.size, zoom.extent);
    auto const box = render::with_square_pixels({low.x, low.y, high.x, high.y}, zoom.size);
    return show(*this, zoom, not_too_close(*this, zoom.size, box));
}

int mapObj::zoomScale(double to_scale, pointObj const& poPixPos, int to_width, int to_height,
                      rectObj const& poGeorefExt, std::shared_ptr<rectObj> poMaxGeorefExt)
{
    Zoom const zoom{to_width, to_height, poGeorefExt, poMaxGeorefExt.get(), "zoomScale"};
    require(to_scale > 0, "zoomScale");
    auto const center = render::from_pixel({poPixPos.x, poPixPos.y}, zoom.size, zoom.extent);
    double const cell = to_scale / dots_per_unit(*this);
    auto const box = render::box_around(center, cell * std::max(to_width - 1, 1),
                                        cell * std::max(to_height - 1, 1));
    auto const result = show(*this, zoom, box);
    if (result == MS_SUCCESS && zoom.limited(box) == box) {
        scaledenom = to_scale; // without the rounding of the way there and back
    }
    return result;
}

int mapObj::offsetExtent(double x, double y)
{
    return setExtent(extent.minx + x, extent.miny + y, extent.maxx + x, extent.maxy + y);
}

int mapObj::scaleExtent(double zoomfactor, double minscaledenom, double maxscaledenom)
{
    fail_if(!(zoomfactor > 0), MS_MISCERR, "scaleExtent()", "The given zoomfactor is invalid");
    auto const box = extent.box();
    double factor = zoomfactor;
    auto const [width, height] = block.size;
    double const scale = scale_of(*this, box, width);
    if (minscaledenom > 0) {
        factor = std::max(factor, minscaledenom / scale);
    }
    if (maxscaledenom > 0) {
        factor = std::min(factor, maxscaledenom / scale);
    }
    auto const center = extent.getCenter();
    double const across = box.width() * factor;
    double const up = has_size(*this) ? across * height / width : box.height() * factor;
    auto const larger = render::box_around({center->x, center->y}, across, up);
    return setExtent(larger.min_x, larger.min_y, larger.max_x, larger.max_y);
}

int mapObj::setCenter(pointObj const& center)
{
    auto const box = extent.box();
    auto const moved = render::box_around({center.x, center.y}, box.width(), box.height());
    return setExtent(moved.min_x, moved.min_y, moved.max_x, moved.max_y);
}

void mapObj::pixelToGeoref(double pixPosX, double pixPosY, pointObj& geoPos)
{
    require(has_size(*this), "pixelToGeoref()", "Image dimensions not specified.");
    // The extent goes through the middles of the outer pixels, (0, 0) is the corner of the first.
    auto const box = extent.box();
    geoPos.x = box.min_x + (pixPosX - 0.5) * box.width() / std::max(block.size.width - 1, 1);
    geoPos.y = box.max_y - (pixPosY - 0.5) * box.height() / std::max(block.size.height - 1, 1);
}

} // namespace ms::script
