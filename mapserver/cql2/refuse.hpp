// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reports invalid filters to the client.

#include "base/error.hpp"
#include "base/utf8.hpp"

#include <string>

namespace ms::cql2 {

/// \throws Error{BadRequest}
[[noreturn]] inline void cannot_parse(std::string const& why)
{
    throw Error{ErrorKind::BadRequest, "Cannot parse filter: " + valid_utf8(why)};
}

/// \throws Error{BadRequest}
[[noreturn]] inline void cannot_translate(std::string const& why)
{
    throw Error{ErrorKind::BadRequest,
                "Cannot translate CQL2 filter to MapServer expression: " + valid_utf8(why)};
}

} // namespace ms::cql2
