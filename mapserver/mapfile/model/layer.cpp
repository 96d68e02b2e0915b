// SPDX-License-Identifier: MIT
#include "mapfile/model/layer.hpp"

#include "base/string.hpp"

namespace ms::mapfile {

std::optional<std::string_view> Layer::processing_value(std::string_view key) const
{
    for (auto directive = processing.rbegin(); directive != processing.rend(); ++directive) {
        auto const equals = directive->find('=');
        if (equals != std::string::npos &&
            equals_ignoring_case(trim(std::string_view{*directive}.substr(0, equals)), key)) {
            return std::string_view{*directive}.substr(equals + 1);
        }
    }
    return std::nullopt;
}

} // namespace ms::mapfile
