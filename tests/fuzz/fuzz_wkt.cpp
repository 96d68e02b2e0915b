// SPDX-License-Identifier: MIT
#include "geometry/wkt.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms::geometry;
    GeometryColumn column;
    if (append_wkt({reinterpret_cast<char const*>(data), size}, Kind::None, column) &&
        !append_wkt(encode_wkt(column, 0), Kind::None, column)) {
        std::abort(); // written WKT must parse
    }
    GeometryColumn with_z;
    with_z.has_z = true;
    if (append_wkt({reinterpret_cast<char const*>(data), size}, Kind::None, with_z) !=
            (column.size() > 0) ||
        with_z.z.size() != with_z.points.size()) {
        std::abort();
    }
    return 0;
}
