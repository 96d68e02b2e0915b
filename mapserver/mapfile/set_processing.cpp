// SPDX-License-Identifier: MIT
#include "mapfile/set_processing.hpp"

#include "base/string.hpp"

#include <vector>

namespace ms::mapfile {

void remove_processing(Layer& layer, std::string_view key)
{
    std::erase_if(layer.processing, [&](std::string const& line) {
        auto const name = std::string_view{line}.substr(0, line.find('='));
        return equals_ignoring_case(trim(name), key);
    });
}

void set_processing(Layer& layer, std::string_view key, std::string const& value)
{
    remove_processing(layer, key);
    layer.processing.push_back(std::string{key} + '=' + value);
}

} // namespace ms::mapfile
