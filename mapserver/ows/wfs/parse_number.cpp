// SPDX-License-Identifier: MIT
#include "ows/wfs/parse_number.hpp"

#include "base/string.hpp"
#include "ows/wfs/wfs_exception.hpp"

#include <string>

namespace ms::ows::wfs {

int parse_number(std::string_view text, std::string_view name)
{
    if (auto const number = parse_int(trim(text))) {
        return *number;
    }
    throw WfsException{invalid_value, to_lower(name), in_get_feature,
                       to_upper(name) + " is not a number."};
}

} // namespace ms::ows::wfs
