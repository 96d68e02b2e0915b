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

std::string disposition(std::string_view name)
{
    bool const is_token = std::ranges::all_of(name, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               std::string_view{"!#$&+-.^_`|~%"}.find(c) != std::string_view::npos;
    });
    auto const quote = is_token ? "" : "\"";
    return "attachment; filename=" + (quote + std::string{name}) + quote;
}

} // namespace ms::ows
