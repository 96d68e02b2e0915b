// SPDX-License-Identifier: MIT
#include "crs/wkt.hpp"

#include "crs/proj_thread.hpp"

#include <proj.h>

namespace ms::crs {

std::string to_wkt(Definition const& crs)
{
    if (!crs.is_defined()) {
        return {};
    }
    auto* const context = ProjThread::current(crs.proj_data()).context();
    Projection const system{proj_create(context, crs.proj_text().c_str())};
    constexpr char const* options[] = {"MULTILINE=NO", nullptr};
    auto const* const text =
        system ? proj_as_wkt(context, system.get(), PJ_WKT1_GDAL, options) : nullptr;
    return text == nullptr ? "" : text;
}

} // namespace ms::crs
