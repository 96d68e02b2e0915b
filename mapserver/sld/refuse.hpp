// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What of a style sheet is refused.

#include <string>

namespace ms::sld {

/// \throws Error{BadRequest}
[[noreturn]] void refuse(std::string const& why);

} // namespace ms::sld
