// SPDX-License-Identifier: MIT
#include "mapfile/check.hpp"

#include "mapfile/problem_list.hpp"

namespace ms::mapfile {

std::vector<Problem> check(Map const& map)
{
    ProblemList problems{map.origin};
    for (auto const& layer : map.layers) {
        if (layer.type == LayerType::Unset) {
            problems.error(layer.at, "LAYER has no TYPE");
        }
    }
    return problems.problems();
}

} // namespace ms::mapfile
