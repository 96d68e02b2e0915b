// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reports invalid filters to the client.

#include "base/error.hpp"

#include <string>

namespace ms::fes {

/// \throws Error{BadRequest}
[[noreturn]] inline void refuse(std::string const& why)
{
    throw Error{ErrorKind::BadRequest, "Filter: " + why};
}

} // namespace ms::fes
