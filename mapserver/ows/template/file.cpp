// SPDX-License-Identifier: MIT
#include "ows/template/file.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace ms::ows::tmpl {

namespace {

constexpr std::size_t max_bytes = std::size_t{4} << 20U;
constexpr int max_include_depth = 10;

[[noreturn]] void fail(std::string_view name, std::string_view what)
{
    throw Error{ErrorKind::BadMapfile,
                "template \"" + std::string{name} + "\": " + std::string{what}};
}

std::string read_file(mapfile::Map const& map, std::string_view name)
{
    auto const path = map.origin.directory / std::filesystem::path{name};
    std::error_code problem;
    auto const size = std::filesystem::is_regular_file(path, problem)
                          ? std::filesystem::file_size(path, problem)
                          : 0;
    if (problem || size == 0) {
        fail(name, "unable to access file");
    }
    if (size > max_bytes) {
        fail(name, "the file is too large");
    }
    std::ifstream file{path, std::ios::binary};
    std::string text{std::istreambuf_iterator<char>{file}, {}};
    if (!file) {
        fail(name, "unable to access file");
    }
    return text;
}

std::string load_part(mapfile::Map const& map, std::string_view name, int depth);

std::string with_includes(mapfile::Map const& map, std::string_view name, std::string_view text,
                          int depth)
{
    constexpr std::string_view opening = "[include";
    std::string result;
    std::size_t written = 0;
    for (auto at = find_ignoring_case(text, opening); at != std::string_view::npos;
         at = find_ignoring_case(text, opening, at + 1)) {
        auto const tag = read_tag(text, at);
        auto const* const source = tag ? tag->find("src") : nullptr;
        if (source == nullptr || !equals_ignoring_case(tag->name, "include")) {
            continue;
        }
        if (depth >= max_include_depth) {
            fail(name, "[include] is nested too deeply");
        }
        result += text.substr(written, at - written);
        result += load_part(map, *source, depth + 1);
        written = at + tag->text.size();
        if (result.size() > max_bytes) {
            fail(name, "the template is too large with what it includes");
        }
    }
    return result.append(text.substr(written));
}

std::string load_part(mapfile::Map const& map, std::string_view name, int depth)
{
    auto const whole = read_file(map, name);
    auto const line_end = std::min(whole.find('\n'), whole.size());
    auto const first_line = std::string_view{whole}.substr(0, line_end);
    if (find_ignoring_case(first_line, "mapserver template") == std::string_view::npos) {
        fail(name, "missing magic string, this does not look like a MapServer template");
    }
    auto const text = std::string_view{whole}.substr(std::min(line_end + 1, whole.size()));
    return with_includes(map, name, text, depth);
}

} // namespace

bool is_template_name(std::string_view name)
{
    constexpr std::array<std::string_view, 9> extensions{".xml", ".wml", ".html", ".htm", ".svg",
                                                         ".kml", ".gml", ".js",   ".tmpl"};
    return std::ranges::any_of(extensions, [&](std::string_view extension) {
        return name.size() > extension.size() &&
               equals_ignoring_case(name.substr(name.size() - extension.size()), extension);
    });
}

std::string load(mapfile::Map const& map, std::string_view name)
{
    if (!is_template_name(name)) {
        fail(name, "malformed template name");
    }
    return load_part(map, name, 0);
}

std::string const& TemplateFiles::text(std::string const& name)
{
    auto found = m_texts.find(name);
    if (found == m_texts.end()) {
        found = m_texts.emplace(name, load(m_map, name)).first;
    }
    return found->second;
}

std::vector<Node> const& TemplateFiles::nodes(std::string const& name)
{
    auto found = m_nodes.find(name);
    if (found == m_nodes.end()) {
        found = m_nodes.emplace(name, parse(load(m_map, name))).first;
    }
    return found->second;
}

} // namespace ms::ows::tmpl
