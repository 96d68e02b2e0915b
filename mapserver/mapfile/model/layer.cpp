// SPDX-License-Identifier: MIT
#include "mapfile/model/layer.hpp"

#include "base/string.hpp"

namespace ms::mapfile {

std::optional<std::string_view> Layer::processing_value(std::string_view key) const
{
    for (std::string_view const directive : processing) {
        auto const equals = directive.find('=');
        if (equals != std::string_view::npos &&
            equals_ignoring_case(trim(directive.substr(0, equals)), key)) {
            return directive.substr(equals + 1);
        }
    }
    return std::nullopt;
}

} // namespace ms::mapfile
