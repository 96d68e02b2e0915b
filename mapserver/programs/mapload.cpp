// SPDX-License-Identifier: MIT
// mapload: requests many maps from map servers and reports how fast they are.
#include "base/error.hpp"
#include "base/string.hpp"
#include "programs/command_line.hpp"
#include "programs/mapload_options.hpp"

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

namespace {

using namespace ms;
using Arguments = programs::MaploadOptions;

std::atomic<bool> stop_requested{false};

extern "C" void want_stop(int signal)
{
    stop_requested = true;        // lock-free, so that a handler may set it
    std::signal(signal, SIG_DFL); // a second one does not wait for the answers under way
}
static_assert(std::atomic<bool>::is_always_lock_free);

std::pair<std::string, std::string> name_and_value(std::string const& text)
{
    auto const equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
        throw Error{ErrorKind::BadRequest, "\"" + text + "\": NAME=VALUE is expected"};
    }
    return {text.substr(0, equals), text.substr(equals + 1)};
}

constexpr auto no_about = "not given (--about)";

/// The target that an option's NAME=VALUE is about, and VALUE.
std::pair<load::Target&, std::string> of_target(std::vector<load::Target>& targets,
                                                std::string_view option, std::string const& text)
{
    auto [name, value] = name_and_value(text);
    auto const found = std::ranges::find(targets, name, &load::Target::name);
    if (found == targets.end()) {
        throw Error{ErrorKind::BadRequest,
                    std::string{option} + ": there is no target \"" + name + '"'};
    }
    return {*found, std::move(value)};
}

std::vector<load::Target> targets_of(Arguments const& arguments)
{
    std::vector<load::Target> targets;
    for (auto const& text : arguments.targets) {
        auto [name, url] = name_and_value(text);
        if (std::ranges::find(targets, name, &load::Target::name) != targets.end()) {
            throw Error{ErrorKind::BadRequest,
                        "--target: there are two of the name \"" + name + '"'};
        }
        targets.push_back({std::move(name), std::move(url), no_about, {}});
    }
    for (auto const& text : arguments.abouts) {
        auto [target, about] = of_target(targets, "--about", text);
        target.about = std::move(about);
    }
    for (auto const& text : arguments.poolers) {
        auto [target, pooler] = of_target(targets, "--pooler", text);
        target.pooler = std::move(pooler);
    }
    return targets;
}

load::Box full_box(Arguments const& arguments)
{
    if (arguments.box.empty()) {
        throw Error{ErrorKind::BadRequest, "--box minx,miny,maxx,maxy is needed"};
    }
    return load::parse_box(arguments.box);
}

std::vector<load::View> views_of(Arguments const& arguments)
{
    if (arguments.csv.empty()) {
        return load::random_views(full_box(arguments), arguments.views, arguments.seed);
    }
    std::ifstream file{arguments.csv};
    std::stringstream text;
    text << file.rdbuf();
    if (!file) {
        throw Error{ErrorKind::BadRequest, "cannot read " + arguments.csv};
    }
    auto views = load::parse_views(text.str());
    if (views.empty()) {
        throw Error{ErrorKind::BadRequest, arguments.csv + " has no views"};
    }
    return views;
}

load::ReportFormat format_of(std::string const& name)
{
    return name == "csv"    ? load::ReportFormat::Csv
           : name == "json" ? load::ReportFormat::Json
           : name == "html" ? load::ReportFormat::Html
                            : load::ReportFormat::Text;
}

void write(Arguments const& arguments, load::Report const& report)
{
    if (arguments.out.empty()) {
        std::cout << load::to_text(report, format_of(arguments.format));
        programs::finish_output();
        return;
    }
    std::ofstream file{arguments.out};
    file << load::to_text(report, format_of(arguments.format));
    if (!file.flush()) {
        throw Error{ErrorKind::Source, "cannot write " + arguments.out};
    }
}

void write_histograms(Arguments const& arguments, load::Report const& report)
{
    for (std::size_t i = 0; !arguments.histogram.empty() && i < report.histograms.size(); ++i) {
        auto path = arguments.histogram;
        if (auto const place = path.find("{}"); place != std::string::npos) {
            path.replace(place, 2, report.targets[i].name);
        }
        std::ofstream file{path,
                           i > 0 && path == arguments.histogram ? std::ios::app : std::ios::trunc};
        file << report.histograms[i].to_hgrm();
        if (!file.flush()) {
            throw Error{ErrorKind::Source, "cannot write " + path};
        }
    }
}

/// Rejects unwritable files now, not in an hour; present content stays until then.
void require_writable(std::string const& path)
{
    if (!path.empty() && path.find("{}") == std::string::npos &&
        !std::ofstream{path, std::ios::app}) {
        throw Error{ErrorKind::Source, "cannot write " + path};
    }
}

/// The exit status: 1 if requests failed, or a target was missed with --check.
int verdict(Arguments const& arguments, load::Report const& report)
{
    for (auto const& bar : report.missed_bars) {
        std::fprintf(stderr, "mapload: missed: %s\n", bar.c_str());
    }
    return report.has_failures() || (arguments.checks && !report.missed_bars.empty()) ? 1 : 0;
}

load::Report run_chosen(CLI::App const& app, Arguments& arguments, load::Run const& run)
{
    if (app.got_subcommand("thread2015")) {
        arguments.thread2015.full = full_box(arguments);
        if (!arguments.data_box.empty()) {
            arguments.thread2015.data = load::parse_box(arguments.data_box);
        }
        return load::run(arguments.thread2015, run);
    }
    if (app.got_subcommand("foss4g")) {
        arguments.foss4g.views = views_of(arguments);
        return load::run(arguments.foss4g, run);
    }
    if (app.got_subcommand("latency")) {
        arguments.latency.gap = std::chrono::milliseconds{arguments.gap_ms};
        return load::run(arguments.latency, run);
    }
    if (app.got_subcommand("compare")) {
        arguments.compare.full = full_box(arguments);
        return load::run(arguments.compare, run);
    }
    if (app.got_subcommand("perftest")) {
        arguments.perftest.type = load::parse_perftest_type(arguments.perftest_type);
        arguments.perftest.full = full_box(arguments);
        return load::run(arguments.perftest, run);
    }
    if (app.got_subcommand("matrix")) {
        if (!arguments.matrix_types.empty()) {
            arguments.matrix.types.clear();
        }
        for (auto const& type : arguments.matrix_types) {
            arguments.matrix.types.push_back(load::parse_perftest_type(type));
        }
        arguments.matrix.full = full_box(arguments);
        return load::run(arguments.matrix, run);
    }
    if (app.got_subcommand("repeat")) {
        return load::run(arguments.repeat, run);
    }
    arguments.soak.full = full_box(arguments);
    arguments.soak.time = std::chrono::seconds{arguments.soak_s};
    arguments.soak.interval = std::chrono::seconds{arguments.interval_s};
    if (arguments.pid > 0) {
        arguments.soak.pid = arguments.pid;
    }
    return load::run(arguments.soak, run);
}

} // namespace

int main(int argc, char** argv)
{
    Arguments arguments;
    CLI::App app{"Load tests for map servers. Ctrl-C ends one early and still prints."};
    programs::add_mapload_options(app, arguments);
    programs::add_version(app, "mapload");
    try {
        app.parse(argc, argv);
    } catch (CLI::ParseError const& error) {
        return programs::exit_status(app, error);
    }

    std::signal(SIGINT, want_stop);
    try {
        load::Progress progress{stderr, isatty(STDERR_FILENO) != 0};
        load::Run const run{.targets = targets_of(arguments),
                            .time_limit = std::chrono::seconds{arguments.time_limit},
                            .seed = arguments.seed,
                            .link_bytes_per_s = arguments.link_gbit * 1e9 / 8,
                            .stop = stop_requested,
                            .progress = arguments.is_quiet ? nullptr : &progress};
        for (auto const& target : run.targets) {
            if (target.about == no_about) {
                std::fprintf(stderr,
                             "mapload: a report that says what target \"%s\" is can be compared "
                             "later: --about %s=\"program, version, web server, database\"\n",
                             target.name.c_str(), target.name.c_str());
            }
        }
        require_writable(arguments.out);
        require_writable(arguments.histogram);
        auto const report = run_chosen(app, arguments, run);
        progress.clear();
        write(arguments, report);
        write_histograms(arguments, report);
        return verdict(arguments, report);
    } catch (std::exception const& error) {
        std::fprintf(stderr, "mapload: %s\n", error.what());
        return 2;
    }
}
