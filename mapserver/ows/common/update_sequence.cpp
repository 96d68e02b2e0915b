// SPDX-License-Identifier: MIT
#include "ows/common/update_sequence.hpp"

#include "base/string.hpp"

namespace ms::ows {

int compare_update_sequences(std::string_view a, std::string_view b)
{
    auto const x = parse_double(a);
    auto const y = parse_double(b);
    if (x && y) {
        return *x < *y ? -1 : *x > *y ? 1 : 0;
    }
    auto const order = a.compare(b);
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

} // namespace ms::ows
