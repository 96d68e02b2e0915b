// SPDX-License-Identifier: MIT
#include "mapfile/problem_list.hpp"

namespace ms::mapfile {

void ProblemList::add(Severity severity, Position const& at, std::string message)
{
    if (is_full()) {
        return;
    }
    m_problems.push_back({severity, at, m_origin.where(at), std::move(message)});
    if (is_full()) {
        m_problems.back().message += " (and more, which are not listed)";
    }
}

} // namespace ms::mapfile
