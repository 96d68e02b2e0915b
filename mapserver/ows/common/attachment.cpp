// SPDX-License-Identifier: MIT
#include "ows/common/attachment.hpp"

#include <algorithm>

namespace ms::ows {

void append_attachment(http::Response& response, mapfile::OutputFormat const& format)
{
    auto const* const option = format.options.find("ATTACHMENT");
    if (option == nullptr) {
        return;
    }
    // Runtime substitution may have inserted a client's text.
    auto name = *option;
    std::erase_if(name, [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '"' || c == '\\';
    });
    response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + name + "\"");
}

} // namespace ms::ows
