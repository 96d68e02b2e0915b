// SPDX-License-Identifier: MIT
#include "crs/text_forms.hpp"

#include "crs/proj_thread.hpp"

#include <proj.h>

namespace ms::crs {

namespace {

/// What `write` of PROJ makes of a CRS. Its text lives as long as the CRS.
template <typename Write>
std::string written(Definition const& crs, Write write)
{
    if (!crs.is_defined()) {
        return {};
    }
    auto* const context = ProjThread::current(crs.proj_data()).context();
    Projection const system{proj_create(context, crs.proj_text().c_str())};
    auto const* const text = system ? write(context, system.get()) : nullptr;
    return text == nullptr ? "" : text;
}

} // namespace

std::string to_proj4(Definition const& crs)
{
    auto words = written(crs, [](PJ_CONTEXT* context, PJ const* system) {
        return proj_as_proj_string(context, system, PJ_PROJ_4, nullptr);
    });
    constexpr std::string_view mark = " +type=crs"; // known only by newer PROJs
    if (words.ends_with(mark)) {
        words.resize(words.size() - mark.size());
    }
    return words;
}

std::string to_wkt(Definition const& crs)
{
    return written(crs, [](PJ_CONTEXT* context, PJ const* system) {
        constexpr char const* options[] = {"MULTILINE=NO", nullptr};
        return proj_as_wkt(context, system, PJ_WKT1_GDAL, options);
    });
}

} // namespace ms::crs
