// SPDX-License-Identifier: MIT
#include "ows/wfs/stored_definition.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wfs/wfs_exception.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

namespace ms::ows::wfs {

namespace {

constexpr std::size_t max_bytes = std::size_t{1} << 20U;

/// A file beside or below the mapfile; nullopt if the name leads elsewhere.
std::optional<std::string> read_beside(mapfile::Map const& map, std::string const& name)
{
    auto const relative = std::filesystem::path{name}.lexically_normal();
    auto const path = map.origin.directory / relative;
    std::error_code problem;
    if (relative.is_absolute() || relative.empty() || *relative.begin() == ".." ||
        !std::filesystem::is_regular_file(path, problem) ||
        std::filesystem::file_size(path, problem) > max_bytes || problem) {
        return std::nullopt;
    }
    std::ifstream file{path, std::ios::binary};
    return std::string{std::istreambuf_iterator<char>{file}, {}};
}

std::optional<std::string> definition_text(mapfile::Map const& map, std::string const& id)
{
    auto const& metadata = map.web.metadata;
    if (auto const* const text = find_of(Service::Wfs, metadata, id + "_inlinedef")) {
        return *text;
    }
    auto const* const file = find_of(Service::Wfs, metadata, id + "_filedef");
    return file == nullptr ? std::nullopt : read_beside(map, *file);
}

/// The text from the root's start tag on: another document cannot contain an XML declaration.
std::string without_prolog(std::string const& text)
{
    auto at = text.find('<');
    while (at != std::string::npos && at + 1 < text.size() &&
           (text[at + 1] == '?' || text[at + 1] == '!')) {
        bool const is_comment = text.compare(at, 4, "<!--") == 0;
        auto const end = text.find(is_comment ? "-->" : ">", at);
        at = end == std::string::npos ? end : text.find('<', end);
    }
    return at == std::string::npos ? std::string{}
                                   : std::string{trim(std::string_view{text}.substr(at))};
}

} // namespace

std::vector<std::string> stored_query_names(mapfile::Map const& map)
{
    return split_list(value_of(Service::Wfs, map.web.metadata, "storedqueries"));
}

StoredDefinition find_definition(mapfile::Map const& map, std::string_view id,
                                 std::string_view routine)
{
    auto const names = stored_query_names(map);
    auto const name = std::ranges::find_if(
        names, [&](std::string const& other) { return equals_ignoring_case(other, id); });
    if (name == names.end()) {
        throw WfsException{invalid_value, "storedqueryid", routine,
                           "Unknown stored query id: " + std::string{id.substr(0, 200)}};
    }
    auto const invalid = [&] {
        return WfsException{"", "mapserv", routine,
                            "Definition for stored query '" + *name + "' is invalid"};
    };
    auto const text = definition_text(map, *name);
    if (!text) {
        throw invalid();
    }
    StoredDefinition definition{.text = without_prolog(*text)};
    try {
        definition.document = parse_xml(*text);
    } catch (Error const&) {
        throw invalid();
    }
    if (!equals_ignoring_case(definition.document.name, "StoredQueryDescription")) {
        throw invalid();
    }
    for (auto const& child : definition.document.children) {
        auto const* const parameter = child.attribute("name");
        if (equals_ignoring_case(child.name, "Parameter") && parameter != nullptr) {
            auto const* const type = child.attribute("type");
            definition.parameters.push_back({*parameter, type == nullptr ? std::string{} : *type});
        }
    }
    return definition;
}

} // namespace ms::ows::wfs
