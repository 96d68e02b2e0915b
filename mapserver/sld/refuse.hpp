// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reports invalid and unsupported style sheets to the client.

#include <string>

namespace ms::sld {

/// \throws Error{BadRequest}
[[noreturn]] void refuse(std::string const& why);

} // namespace ms::sld
