// SPDX-License-Identifier: MIT
#include "feature/schema.hpp"

#include "base/string.hpp"

namespace ms::feature {

std::optional<std::size_t> Schema::find(std::string_view name) const noexcept
{
    std::optional<std::size_t> folded;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i].name == name) {
            return i;
        }
        if (!folded && equals_ignoring_case(fields[i].name, name)) {
            folded = i;
        }
    }
    return folded;
}

} // namespace ms::feature
