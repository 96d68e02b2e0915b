// SPDX-License-Identifier: MIT
// mapcheck: reports all errors of mapfiles at once, with file:line:column.
#include "mapfile/check.hpp"
#include "mapfile/fragment.hpp"
#include "mapfile/keywords.hpp"
#include "mapfile/load.hpp"
#include "mapfile/writer.hpp"
#include "programs/command_line.hpp"
#include "programs/trial.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>
#include <tuple>
#include <type_traits>

namespace {

using ms::mapfile::Problem;
using ms::mapfile::Severity;
using ms::programs::Databases;

std::string_view word_of(Severity severity)
{
    return severity == Severity::Error ? "error" : "warning";
}

/// Warnings of one kind, which large maps have by the hundred, are one line and their number.
void print(std::vector<Problem> const& problems, bool all)
{
    std::map<std::string_view, std::size_t> counts;
    for (auto const& problem : problems) {
        counts[problem.message] += problem.severity == Severity::Warning ? 1 : 0;
    }
    for (auto const& problem : problems) {
        auto& count = counts[problem.message];
        bool const is_counted = !all && problem.severity == Severity::Warning;
        if (is_counted && count == 0) {
            continue;
        }
        std::cerr << problem.where << ": " << word_of(problem.severity) << ": " << problem.message;
        if (is_counted && count > 1) {
            std::cerr << " (and " << count - 1 << " more; --all shows them)";
        }
        std::cerr << '\n';
        count = is_counted ? 0 : count;
    }
}

nlohmann::json as_json(std::string const& path, std::vector<Problem> const& problems)
{
    auto list = nlohmann::json::array();
    for (auto const& problem : problems) {
        list.push_back({{"severity", word_of(problem.severity)},
                        {"where", problem.where},
                        {"line", problem.at.line},
                        {"column", problem.at.column},
                        {"message", problem.message}});
    }
    return {{"file", path}, {"problems", std::move(list)}};
}

std::string_view word_of(ms::mapfile::Support support)
{
    switch (support) {
    case ms::mapfile::Support::Full:
        return "full";
    case ms::mapfile::Support::Preserved:
        return "kept";
    case ms::mapfile::Support::Ignored:
        return "ignored";
    case ms::mapfile::Support::Removed:
        return "removed";
    }
    return "";
}

template <typename Block>
void list_keywords(nlohmann::json& list)
{
    auto const& table = ms::mapfile::keywords<Block>();
    for (auto const& row : table.rows()) {
        nlohmann::json entry{{"block", table.block()},
                             {"keyword", row.name},
                             {"support", word_of(row.support)},
                             {"opens_block", row.opens_block}};
        if (!row.alias.empty()) {
            entry["alias"] = row.alias;
        }
        list.push_back(std::move(entry));
    }
}

nlohmann::json keyword_list()
{
    using namespace ms::mapfile;
    auto list = nlohmann::json::array();
    [&]<typename... Block>(std::type_identity<std::tuple<Block...>>) {
        (list_keywords<Block>(list), ...);
    }(std::type_identity<std::tuple<Map, Web, OutputFormat, Legend, ScaleBar, Reference, QueryMap,
                                    Symbol, SymbolSet, Layer, Feature, Grid, Cluster, Compositor,
                                    ScaleToken, Join, Identify, Class, Style, Label, Leader>>{});
    return list;
}

struct Tries {
    bool only_syntax = false;
    Databases databases = Databases::LeftAlone;
};

struct Output {
    bool is_json = false;
    bool has_maps = false; ///< as they are understood
    bool has_all = false;  ///< warnings of one kind, too
};

/// The problems of a map and its references, or of an included file.
/// \param map receives the map if it has no errors
std::vector<Problem> problems_of(std::string const& path, ms::mapfile::LoadOptions const& options,
                                 Tries tries, std::shared_ptr<ms::mapfile::Map const>& map)
{
    if (auto problems = ms::mapfile::check_fragment(path, options)) {
        return std::move(*problems);
    }
    auto loaded = ms::mapfile::load_file(path, options);
    map = std::move(loaded.map);
    if (map) {
        for (auto& problem : ms::mapfile::check(*map)) {
            // A map that loads is served, even if parts of it cannot be drawn.
            problem.severity = tries.only_syntax ? Severity::Warning : problem.severity;
            loaded.problems.push_back(std::move(problem));
        }
        if (!tries.only_syntax) {
            auto found = ms::programs::try_layers(map, tries.databases, loaded.problems);
            std::ranges::move(found, std::back_inserter(loaded.problems));
        }
    }
    return std::move(loaded.problems);
}

/// \return whether one has errors
bool check(std::vector<std::string> const& paths, ms::mapfile::LoadOptions const& options,
           Tries tries, Output const& output)
{
    bool has_errors = false;
    auto report = nlohmann::json::array();
    for (auto const& path : paths) {
        std::shared_ptr<ms::mapfile::Map const> map;
        auto const problems = problems_of(path, options, tries, map);
        has_errors =
            has_errors || std::ranges::count(problems, Severity::Error, &Problem::severity) > 0;
        if (output.is_json) {
            report.push_back(as_json(path, problems));
        } else {
            print(problems, output.has_all);
        }
        if (output.has_maps && map) {
            std::cout << ms::mapfile::write(*map);
        }
    }
    if (output.is_json) {
        auto const replace_bad_utf8 = nlohmann::json::error_handler_t::replace;
        std::cout << report.dump(2, ' ', false, replace_bad_utf8) << '\n';
    }
    return has_errors;
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app{"Checks mapfiles and what they INCLUDE. Exit status 1 when one has errors."};
    std::vector<std::string> paths;
    Output output;
    bool connects = false;
    bool lists_keywords = false;
    Tries tries;
    ms::mapfile::LoadOptions options;
    app.add_option("FILE", paths, "mapfiles");
    app.add_flag(
        "--keywords", lists_keywords,
        "print the keywords of each block as JSON, and what becomes of them; reads no FILE");
    app.add_flag("--json", output.is_json, "print the problems as JSON on standard output");
    app.add_flag("--strict", options.strict, "what MapServer 8 rejects is an error and no warning");
    app.add_flag("--syntax", tries.only_syntax,
                 "whether maps load: nothing is opened, and nothing else is an error");
    app.add_flag("--connect", connects, "ask the databases to plan the statement of each layer");
    app.add_flag("--all", output.has_all,
                 "print every warning, also those that only differ in their place");
    app.add_flag("--write", output.has_maps, "print each map without errors, as it is understood");
    ms::programs::add_version(app, "mapcheck");
    try {
        app.parse(argc, argv);
        if (paths.empty() && !lists_keywords) {
            throw CLI::RequiredError("FILE");
        }
    } catch (CLI::ParseError const& error) {
        return ms::programs::exit_status(app, error);
    }

    try {
        tries.databases = connects ? Databases::Asked : Databases::LeftAlone;
        bool has_errors = false;
        if (lists_keywords) {
            std::cout << keyword_list().dump(2) << '\n';
        } else {
            has_errors = check(paths, options, tries, output);
        }
        ms::programs::finish_output();
        return has_errors ? 1 : 0;
    } catch (std::exception const& error) {
        std::cerr << "mapcheck: " << error.what() << '\n';
        return 2;
    }
}
