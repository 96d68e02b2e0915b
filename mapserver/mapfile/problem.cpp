// SPDX-License-Identifier: MIT
#include "mapfile/problem.hpp"

namespace ms::mapfile {

std::string to_text(Problem const& problem)
{
    return problem.where + ": " + problem.message;
}

std::string errors_of(std::vector<Problem> const& problems)
{
    std::string text;
    for (auto const& problem : problems) {
        if (problem.severity == Severity::Error) {
            text += text.empty() ? "" : "\n";
            text += to_text(problem);
        }
    }
    return text;
}

} // namespace ms::mapfile
