// SPDX-License-Identifier: MIT
#include "sld/refuse.hpp"

#include "base/error.hpp"

namespace ms::sld {

void refuse(std::string const& why)
{
    throw Error{ErrorKind::BadRequest, why};
}

} // namespace ms::sld
