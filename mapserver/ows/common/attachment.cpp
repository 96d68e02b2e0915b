// SPDX-License-Identifier: MIT
#include "ows/common/attachment.hpp"

#include <algorithm>

namespace ms::ows {

namespace {

/// Runtime substitution may have inserted a client's text.
std::string without_quotes(std::string_view text)
{
    std::string name{text};
    std::erase_if(name, [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '"' || c == '\\';
    });
    return name;
}

} // namespace

void append_attachment(http::Response& response, mapfile::OutputFormat const& format)
{
    auto const* const option = format.options.find("ATTACHMENT");
    if (option == nullptr) {
        return;
    }
    response.headers.emplace_back("Content-Disposition", disposition(*option));
}

std::string disposition(std::string_view name, std::string_view type)
{
    bool const is_token = std::ranges::all_of(name, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               std::string_view{"!#$&+-.^_`|~%"}.find(c) != std::string_view::npos;
    });
    return std::string{type} +
           "; filename=" + (is_token ? std::string{name} : '"' + without_quotes(name) + '"');
}

} // namespace ms::ows
