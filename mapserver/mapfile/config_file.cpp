// SPDX-License-Identifier: MIT
#include "mapfile/config_file.hpp"

#include "base/error.hpp"
#include "mapfile/keyword_rows.hpp"
#include "mapfile/text_file.hpp"
#include "mapfile/wrong_file.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ms::mapfile {

namespace fs = std::filesystem;

namespace {

constexpr Keyword<ConfigFile> config_rows[]{
    row::list<&ConfigFile::env>("ENV"),
    row::list<&ConfigFile::maps>("MAPS"),
    row::list<&ConfigFile::plugins>("PLUGINS"),
};

} // namespace

template <>
KeywordTable<ConfigFile> const& keywords<ConfigFile>()
{
    static KeywordTable<ConfigFile> const table{"CONFIG", config_rows};
    return table;
}

namespace {

/// MapServer's words for the first error. A keyword is named only if it looks like one: a value
/// that has strayed may be a secret.
std::string public_error(std::vector<Problem> const& problems)
{
    auto const first = std::ranges::find(problems, Severity::Error, &Problem::severity);
    auto const& message = first->message;
    if (message.find("END is missing") != std::string::npos) {
        return "Premature End-of-File.";
    }
    auto const word = message.substr(0, message.find(' '));
    constexpr std::size_t longest_keyword = 20;
    bool const is_keyword = word.size() <= longest_keyword &&
                            std::ranges::all_of(word, [](char c) { return c >= 'A' && c <= 'Z'; });
    return fmt::format("Unknown identifier. Parsing error near ({}):(line {})",
                       is_keyword ? word : "", first->at.line);
}

ConfigFile parse(std::string text, fs::path const& name, fs::path const& directory)
{
    std::error_code error;
    ConfigFile config{.directory = fs::absolute(directory, error).lexically_normal()};
    Provenance origin{.directory = config.directory};
    ProblemList problems{origin};
    TokenStream tokens{origin, problems, false};
    tokens.open_text(std::move(text), name);
    Reader in{tokens, problems, false};
    if (!in.is_word("CONFIG")) {
        problems.error(in.peek().at, std::string{not_a_config_file});
        throw WrongFile{errors_of(problems.problems()), not_a_config_file};
    }
    in.begin_keyword(in.next(), {.name = "CONFIG"});
    read_block(in, config);
    if (problems.has_errors()) {
        throw WrongFile{errors_of(problems.problems()), public_error(problems.problems())};
    }
    return config;
}

} // namespace

std::optional<fs::path> ConfigFile::map_path(std::string_view alias) const
{
    auto const* const path = maps.find(alias);
    if (path == nullptr) {
        return std::nullopt;
    }
    return (directory / *path).lexically_normal();
}

ConfigFile load_config_file(fs::path const& path)
{
    return parse(read_text_file(path), path, path.parent_path());
}

ConfigFile parse_config_file(std::string_view text, fs::path const& directory)
{
    return parse(std::string{text}, "", directory);
}

} // namespace ms::mapfile
