// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Renders HTML pages from templates in the language of Inja (https://github.com/pantor/inja).

#include "base/budget.hpp"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace ms::inja {

/// The text of the template with this name. \throws PublicError if it does not exist
using Load = std::function<std::string(std::string_view name)>;

/// Renders a template with those that it includes or extends.
///
/// Values are escaped for their context (see html_output.hpp), which the library Inja leaves to the
/// author of the template.
/// \param data   the variables; must be an object
/// \param budget its deadline ends loops; the page counts as memory while it is rendered
/// \throws PublicError{BadMapfile} "template.html:2:5: ..."; Error{Limit}
[[nodiscard]] std::string render(std::string_view name, Load const& load,
                                 nlohmann::json const& data, Budget& budget);

} // namespace ms::inja
