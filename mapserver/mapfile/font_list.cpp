// SPDX-License-Identifier: MIT
#include "mapfile/font_list.hpp"

#include "base/string.hpp"

#include <unordered_map>

namespace ms::mapfile {

namespace {

std::string_view without_quotes(std::string_view text)
{
    bool const is_quoted = text.size() >= 2 && text.front() == text.back() &&
                           (text.front() == '"' || text.front() == '\'');
    return is_quoted ? text.substr(1, text.size() - 2) : text;
}

} // namespace

std::vector<FontEntry> parse_font_list(std::string_view text,
                                       std::filesystem::path const& directory)
{
    std::vector<FontEntry> fonts;
    std::unordered_map<std::string, std::size_t> places;
    for (auto line : split(text, '\n')) {
        line = trim(line.substr(0, line.find('#')));
        auto const alias = line.substr(0, line.find_first_of(" \t"));
        auto const path = without_quotes(trim(line.substr(alias.size()))); // it may have spaces
        if (path.empty()) {
            continue;
        }
        std::string name{without_quotes(alias)};
        auto const [place, is_new] = places.try_emplace(name, fonts.size());
        FontEntry entry{std::move(name), (directory / path).lexically_normal()};
        if (is_new) {
            fonts.push_back(std::move(entry));
        } else {
            fonts[place->second] = std::move(entry);
        }
    }
    return fonts;
}

} // namespace ms::mapfile
