// SPDX-License-Identifier: MIT
#include "base/xml_content.hpp"

#include <pugixml.hpp>

#include <algorithm>
#include <string>

namespace ms {

bool is_xml_content(std::string_view text)
{
    if (text.find_first_of("<&") == std::string_view::npos) {
        return true;
    }
    std::string document{"<x>"};
    document.append(text).append("</x>");
    pugi::xml_document parsed;
    auto const result =
        parsed.load_buffer_inplace(document.data(), document.size(), pugi::parse_minimal);
    // What ends the element around it is no content.
    auto const children = parsed.children();
    return result && std::ranges::distance(children.begin(), children.end()) == 1;
}

} // namespace ms
