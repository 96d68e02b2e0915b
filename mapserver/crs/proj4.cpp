// SPDX-License-Identifier: MIT
#include "crs/proj4.hpp"

#include "crs/proj_thread.hpp"

#include <proj.h>

namespace ms::crs {

std::string to_proj4(Definition const& crs)
{
    if (!crs.is_defined()) {
        return {};
    }
    auto* const context = ProjThread::current(crs.proj_data()).context();
    Projection const system{proj_create(context, crs.proj_text().c_str())};
    auto const* const text =
        system ? proj_as_proj_string(context, system.get(), PJ_PROJ_4, nullptr) : nullptr;
    std::string words = text == nullptr ? "" : text;
    constexpr std::string_view mark = " +type=crs"; // known only by newer PROJs
    if (words.ends_with(mark)) {
        words.resize(words.size() - mark.size());
    }
    return words;
}

} // namespace ms::crs
