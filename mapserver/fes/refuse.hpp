// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What a client is told about a filter that makes no sense.

#include "base/error.hpp"

#include <string>

namespace ms::fes {

/// \throws Error{BadRequest}
[[noreturn]] inline void refuse(std::string const& why)
{
    throw Error{ErrorKind::BadRequest, "Filter: " + why};
}

} // namespace ms::fes
