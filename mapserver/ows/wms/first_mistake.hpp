// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Of several mistakes in the parameters of a map, reports that which MapServer finds first.

#include "ows/common/call.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/wms/parameters.hpp"

#include <string_view>
#include <utility>

namespace ms::ows::wms {

/// Malformed values in the order of the request, unknown layers, CRS, size, styles. What is missing
/// comes after all of them.
/// \throws ServiceException
void check_in_order(Call const& call, MapUse use, std::string_view operation);

/// What `read` returns. Only if it fails are the parameters checked once more, in that order.
template <typename Read>
auto with_first_mistake(Call const& call, MapUse use, std::string_view operation, Read const& read)
{
    try {
        return read();
    } catch (ServiceException const& /*error*/) {
        check_in_order(call, use, operation);
        throw;
    }
}

} // namespace ms::ows::wms
