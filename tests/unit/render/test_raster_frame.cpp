// SPDX-License-Identifier: MIT
#include "render/draw/raster_frame.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using ms::crs::parse;
using ms::geometry::Point;
using ms::render::CellGrids;
using ms::render::RasterFrame;
using ms::render::Viewport;

namespace {

Viewport view_of(char const* crs, ms::geometry::Box const& extent, int width, int height)
{
    Viewport view;
    view.crs = parse(crs);
    view.width = width;
    view.height = height;
    view.extent = extent;
    view.cell_size_x = extent.width() / (width - 1);
    view.cell_size_y = extent.height() / (height - 1);
    return view;
}

/// Pixels of the view that show the file; none of them may lie beside the visible parts.
/// \param tested how many pixels the visible parts have
int count_seen(RasterFrame& frame, ms::raster::Size size, std::size_t& tested)
{
    int seen = 0;
    tested = 0;
    std::vector<Point> positions;
    for (auto const& cell : frame.cells()) {
        frame.enter(cell);
        if (!frame.ratio()) {
            continue;
        }
        auto const part = frame.visible_part(cell, size);
        tested += part.pixels();
        frame.positions(cell, size, positions);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            auto const& p = positions[i];
            if (!(p.x >= 0 && p.y >= 0 && p.x < size.width && p.y < size.height)) {
                continue;
            }
            ++seen;
            int const x = cell.x + static_cast<int>(i) % cell.width;
            int const y = cell.y + static_cast<int>(i) / cell.width;
            bool const is_in_part =
                x >= part.x && x < part.x + part.width && y >= part.y && y < part.y + part.height;
            REQUIRE(is_in_part);
        }
    }
    return seen;
}

} // namespace

TEST_CASE("raster frame: only the part of a cell that shows a file is worked on")
{
    auto const utm = parse("EPSG:25832");
    // A file of 100 by 80 pixels of 10 m in the middle of a map of 600 by 500 pixels of 10 m.
    ms::raster::GeoTransform const file{562'500, 10, 0, 5'897'500, 0, -10};
    ms::raster::Size const size{100, 80};
    std::size_t tested = 0;

    auto const own = view_of("EPSG:25832", {560'000, 5'895'000, 565'990, 5'899'990}, 600, 500);
    RasterFrame upright{own, utm, file, false};
    CHECK(count_seen(upright, size, tested) == 8000);
    CHECK(tested < 12'000);

    auto const mercator =
        view_of("EPSG:3857", {1'104'000, 7'016'000, 1'114'000, 7'025'000}, 600, 540);
    RasterFrame reprojected{mercator, utm, file, false};
    CHECK(count_seen(reprojected, size, tested) > 7000);
    CHECK(tested < 20'000);

    ms::raster::GeoTransform const skewed{562'500, 8, 5, 5'897'500, 5, -8};
    RasterFrame turned_file{own, utm, skewed, false};
    CHECK(count_seen(turned_file, size, tested) > 6000);
    CHECK(tested < 40'000);

    auto turned = own;
    turned.angle_rad = 0.5;
    RasterFrame turned_map{turned, utm, file, false};
    CHECK(count_seen(turned_map, size, tested) > 7000);
    CHECK(tested == 600 * 500); // not cut
}

TEST_CASE("raster frame: files in degrees are found on both sides of 180 degrees")
{
    auto const degrees = parse("EPSG:4326");
    ms::raster::Size const size{90, 90};
    std::size_t tested = 0;
    for (double const west : {-180.0, 90.0, 175.0}) {
        CAPTURE(west);
        ms::raster::GeoTransform const file{west, 0.1, 0, 50, 0, -0.1};
        for (double const at : {west, west - 360, west + 360}) {
            CAPTURE(at);
            auto const own = view_of("EPSG:4326", {at - 20, 30, at + 20, 60}, 401, 301);
            RasterFrame frame{own, degrees, file, false};
            CHECK(count_seen(frame, size, tested) == 8100);
        }
        constexpr double metres = 111319.49079327358;
        auto const mercator =
            view_of("EPSG:3857", {(west - 20) * metres, 4e6, (west + 20) * metres, 7e6}, 500, 340);
        RasterFrame frame{mercator, degrees, file, false};
        CHECK(count_seen(frame, size, tested) > 5000);
    }
    // The edge of a globe: cells that are not all transformed.
    ms::raster::GeoTransform const world{-180, 1, 0, 90, 0, -1};
    auto const globe =
        view_of("+proj=ortho +lat_0=40 +lon_0=10 +datum=WGS84", {-7e6, -7e6, 7e6, 7e6}, 500, 500);
    RasterFrame frame{globe, degrees, world, false};
    CHECK(count_seen(frame, {360, 180}, tested) > 100'000);
}

TEST_CASE("raster frame: an image that stands alone stretches a file, but not around the globe")
{
    ms::raster::Size const size{360, 180};
    ms::raster::GeoTransform const from_0{0, 1, 0, 90, 0, -1};
    std::vector<Point> columns;
    std::vector<Point> rows;
    auto const columns_of = [&](ms::geometry::Box const& extent) {
        RasterFrame frame{view_of("EPSG:4326", extent, 10, 10), parse("EPSG:4326"), from_0, false};
        frame.stand_alone(size, {.rule = ms::render::NearestRule::Stretched});
        frame.enter({0, 0, 10, 10});
        frame.upright_positions({0, 0, 10, 10}, size, columns, rows);
    };
    columns_of({20.2, 0.2, 29.2, 9.2}); // from 19.7 to 29.7: 20 to 30
    CHECK(columns[0].x == 20.5);
    CHECK(columns[9].x == 29.5);
    columns_of({-4.3, 0.2, 4.7, 9.2}); // on both sides of 0
    CHECK(columns[0].x == doctest::Approx(355.7));
    CHECK(columns[9].x == doctest::Approx(4.7));
}

TEST_CASE("raster frame: files that share grids have the positions of their own")
{
    auto const utm = parse("EPSG:25832");
    auto const view = view_of("EPSG:3857", {1'104'000, 7'016'000, 1'114'000, 7'025'000}, 600, 540);
    auto const grids = std::make_shared<CellGrids>(view.crs, utm);
    for (double const west : {562'500.0, 563'500.0, 561'234.56}) {
        ms::raster::GeoTransform const file{west, 10, 0, 5'897'500, 0, -10};
        RasterFrame own{view, utm, file, false};
        RasterFrame shared{view, utm, file, false, grids};
        std::vector<Point> expected;
        std::vector<Point> positions;
        for (auto const& cell : own.cells()) {
            own.enter(cell);
            shared.enter(cell);
            CHECK(own.ratio() == shared.ratio());
            own.positions(cell, expected);
            shared.positions(cell, positions);
            CHECK(positions == expected);
        }
    }
    CHECK(grids->kept_bytes() > 0);
    CHECK(grids->kept_bytes() < 100'000);
}

TEST_CASE("raster frame: rows of a reprojected image are lines, as exact as an eighth of a pixel")
{
    auto const utm = parse("EPSG:25832");
    auto const view = view_of("EPSG:3857", {1'104'000, 7'016'000, 1'114'000, 7'025'000}, 600, 540);
    ms::raster::GeoTransform const file{562'500, 10, 0, 5'897'500, 0, -10};
    ms::raster::Size const size{800, 700};
    ms::raster::Size const level{400, 350};
    ms::crs::Transformation const exact{view.crs, utm};
    RasterFrame frame{view, utm, file, false};
    std::size_t shown = 0;
    for (auto const& cell : frame.cells()) {
        frame.enter(cell);
        REQUIRE(frame.ratio());
        std::vector<ms::raster::RowLine> lines;
        REQUIRE(frame.row_lines(cell, size, level, lines));
        std::vector<Point> positions;
        frame.positions(cell, size, positions);
        for (int i = 0; i < cell.width * cell.height; ++i) {
            int const column = i % cell.width;
            auto const& line = lines[static_cast<std::size_t>(i / cell.width)];
            auto const& at = positions[static_cast<std::size_t>(i)];
            std::vector<Point> expected{
                {view.extent.min_x + (cell.x + column) * view.cell_size_x,
                 view.extent.max_y - (cell.y + i / cell.width) * view.cell_size_y}};
            exact.forward(expected);
            CHECK(std::abs((expected[0].x - 562'500) / 10 - at.x) < frame.ratio()->x / 8);
            CHECK(std::abs((5'897'500 - expected[0].y) / 10 - at.y) < frame.ratio()->y / 8);
            bool const is_inside =
                at.x >= 0 && at.y >= 0 && at.x < size.width && at.y < size.height;
            REQUIRE(is_inside == (column >= line.begin && column < line.end));
            if (is_inside) {
                ++shown;
                auto const steps = column - line.begin;
                double const unit = ms::raster::RowLine::unit;
                CHECK(std::abs(static_cast<double>(line.x + line.dx * steps) / unit - at.x / 2) <
                      1e-5);
                CHECK(std::abs(static_cast<double>(line.y + line.dy * steps) / unit - at.y / 2) <
                      1e-5);
            }
        }
    }
    CHECK(shown > 100'000);
}
