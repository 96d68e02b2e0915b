// SPDX-License-Identifier: MIT
#include "geometry/wkb.hpp"

#include "geometry/pixel_projector.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms::geometry;
    for (auto const wanted : {Kind::None, Kind::Point, Kind::Line, Kind::Polygon}) {
        GeometryColumn column;
        bool const is_decoded = append_wkb(std::as_bytes(std::span{data, size}), wanted, column);
        if (column.size() != (is_decoded ? 1 : 0) || (!is_decoded && !column.points.empty())) {
            std::abort();
        }
        GeometryColumn pixels;
        PixelProjector{{}, {0, 0, 100, 100}, Thinning::Pixel}.run(column, pixels);
    }
    return 0;
}
