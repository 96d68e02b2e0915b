// SPDX-License-Identifier: MIT
#include "ows/wfs/operations.hpp"
#include "ows/wfs/wfs_exception.hpp"

namespace ms::ows::wfs {

http::Response get_capabilities(Call const& /*call*/, Request const& request)
{
    throw WfsException{not_supported, request.operation, in_dispatch,
                       "Unsupported WFS request: " + request.operation};
}

} // namespace ms::ows::wfs
