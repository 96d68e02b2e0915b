// SPDX-License-Identifier: MIT
#include "script/binding.hpp"

#include "script/constants.hpp"
#include "script/error.hpp"

namespace ms::script {

void bind(std::string& place, Text const& text)
{
    if (text.str().empty()) {
        throw Failure{MS_MISCERR, "setBinding()", "Invalid binding item."};
    }
    place = text.str();
}

void refuse_binding()
{
    throw Failure{MS_MISCERR, "setBinding()", "Invalid binding."};
}

Text in_parentheses(Text const& expression)
{
    auto const& text = expression.str();
    bool const has_them = text.empty() || (text.front() == '(' && text.back() == ')');
    return has_them ? expression : Text{'(' + text + ')'};
}

} // namespace ms::script
