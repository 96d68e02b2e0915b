// SPDX-License-Identifier: MIT
#include "geometry/wkb.hpp"

#include "geometry/pixel_projector.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms::geometry;
    for (auto const requested : {Kind::None, Kind::Point, Kind::Line, Kind::Polygon}) {
        GeometryColumn with_z;
        with_z.has_z = true;
        bool const has_z = append_wkb(std::as_bytes(std::span{data, size}), requested, with_z);
        if (with_z.z.size() != with_z.points.size() || has_z != (with_z.size() == 1)) {
            std::abort();
        }
        GeometryColumn column;
        bool const is_decoded = append_wkb(std::as_bytes(std::span{data, size}), requested, column);
        if (is_decoded != has_z || column.size() != (is_decoded ? 1 : 0) ||
            (!is_decoded && !column.points.empty())) {
            std::abort();
        }
        GeometryColumn pixels;
        PixelProjector{{}, {0, 0, 100, 100}, Thinning::Pixel}.run(column, pixels);
    }
    return 0;
}
