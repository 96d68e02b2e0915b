// SPDX-License-Identifier: MIT
// mapload: asks map servers for many maps and says how fast they are.
#include "base/error.hpp"
#include "base/string.hpp"
#include "load/protocols.hpp"

#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

namespace {

using namespace ms;

std::atomic<bool> stop_wanted{false};

extern "C" void want_stop(int signal)
{
    stop_wanted = true;           // lock-free, so that a handler may set it
    std::signal(signal, SIG_DFL); // a second one does not wait for the answers under way
}
static_assert(std::atomic<bool>::is_always_lock_free);

/// Everything the command line can say.
struct Arguments {
    std::vector<std::string> targets, abouts, poolers;
    double link_gbit = 0;
    std::string box, data_box, format = "text", out, csv, histogram;
    std::uint64_t seed = 2015;
    long time_limit = 60;
    std::size_t views = 2000;
    long gap_ms = 300, soak_s = 3600, interval_s = 60;
    int pid = 0;
    bool is_quiet = false;
    bool checks = false;
    load::Thread2015 thread2015;
    load::Foss4g foss4g;
    load::Latency latency;
    load::Compare compare;
    load::Perftest perftest;
    std::string perftest_type;
    std::vector<std::string> matrix_types;
    load::Matrix matrix;
    load::Repeat repeat;
    load::Soak soak;
};

/// What options may say: without bounds a slip of the keyboard would end in a table of nothing.
CLI::Range const counts{1, 100'000'000};
CLI::Range const client_counts{1, 10'000}; // threads of this program
CLI::Range const zooms{1.0, 1e9};          // 1 is the full extent
CLI::Range const pixels{1, 65'536};
CLI::Range const whole_numbers{0, 1'000'000'000};

std::pair<std::string, std::string> name_and_value(std::string const& text)
{
    auto const equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
        throw Error{ErrorKind::BadRequest, "\"" + text + "\": NAME=VALUE is expected"};
    }
    return {text.substr(0, equals), text.substr(equals + 1)};
}

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
        targets.push_back({std::move(name), std::move(url), {}, {}});
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

/// Files that cannot be written are refused now, not in an hour; what is in one stays until then.
void require_writable(std::string const& path)
{
    if (!path.empty() && path.find("{}") == std::string::npos &&
        !std::ofstream{path, std::ios::app}) {
        throw Error{ErrorKind::Source, "cannot write " + path};
    }
}

/// The exit status: 1 when requests failed, or a bar was missed and --check asks for it.
int verdict(Arguments const& arguments, load::Report const& report)
{
    for (auto const& bar : report.missed_bars) {
        std::fprintf(stderr, "mapload: missed: %s\n", bar.c_str());
    }
    return report.has_failures() || (arguments.checks && !report.missed_bars.empty()) ? 1 : 0;
}

void add_common(CLI::App& app, Arguments& arguments)
{
    app.add_option("--target", arguments.targets,
                   "NAME=URL of a map without BBOX, WIDTH and HEIGHT: http:, https:, "
                   "fcgi://HOST:PORT/..., fcgi:///SOCKET?...; again for another server")
        ->required();
    app.add_option("--about", arguments.abouts,
                   "NAME=TEXT: program, version, web server, database of a target; without it "
                   "nothing is printed");
    app.add_option("--pooler", arguments.poolers,
                   "NAME=CONNINFO of the pgbouncer in front of a target's database: what the "
                   "database sent becomes a column");
    app.add_option("--link", arguments.link_gbit,
                   "Gbit/s of the link to the database, to tell when it is the limit")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--box", arguments.box, "the full extent: minx,miny,maxx,maxy");
    app.add_option("--seed", arguments.seed, "of random boxes")->capture_default_str();
    app.add_option("--time-limit", arguments.time_limit, "seconds for a request; 0: none")
        ->check(whole_numbers)
        ->capture_default_str();
    app.add_option("--format", arguments.format)
        ->check(CLI::IsMember({"text", "csv", "json", "html"}))
        ->capture_default_str();
    app.add_option("--out", arguments.out, "a file instead of standard output");
    app.add_option("--histogram", arguments.histogram,
                   "a file: latencies of all measured requests in HdrHistogram's text form; "
                   "{} stands for the target's name");
    app.add_flag("--check", arguments.checks, "exit with 1 when a bar of the protocol is missed");
    app.add_flag("--quiet", arguments.is_quiet, "say nothing on the way");
    app.set_config("--config", "", "options in a TOML file; [PROTOCOL] for those of a protocol");
}

void add_thread2015(CLI::App& app, Arguments& arguments)
{
    auto& protocol = arguments.thread2015;
    auto* const command = app.add_subcommand(
        "thread2015", "the mailing list's benchmark of 2015: clients x zooms, random boxes");
    command->add_option("--data", arguments.data_box,
                        "the box in which the middles of the boxes lie; without it anywhere");
    command->add_option("--zooms", protocol.zooms)->delimiter(',')->check(zooms);
    command->add_option("--clients", protocol.clients)->delimiter(',')->check(client_counts);
    command->add_option("--requests", protocol.requests, "of a client and round")->check(counts);
    command->add_option("--maps", protocol.maps, "of all clients and a round, instead; 0: not")
        ->check(whole_numbers);
    command->add_option("--rounds", protocol.rounds)->check(counts);
    command
        ->add_option("--warm-up", protocol.warm_up,
                     "maps of a client before each cell, at least; those of the cell in any case")
        ->check(whole_numbers);
    command->add_option("--width", protocol.width)->check(pixels);
    command->add_option("--height", protocol.height)->check(pixels);
}

void add_foss4g(CLI::App& app, Arguments& arguments)
{
    auto* const command =
        app.add_subcommand("foss4g", "every view once a run, best of three, up to 150 clients");
    command->add_option("--csv", arguments.csv, "views: width;height;minx,miny,maxx,maxy");
    command->add_option("--views", arguments.views, "random ones, without --csv")->check(counts);
    command->add_option("--clients", arguments.foss4g.clients)
        ->delimiter(',')
        ->check(client_counts);
    command->add_option("--runs", arguments.foss4g.runs)->check(counts);
}

void add_latency(CLI::App& app, Arguments& arguments)
{
    auto* const command =
        app.add_subcommand("latency", "the URLs as they are, with gaps, curl's five timings");
    command->add_option("--requests", arguments.latency.requests)->check(counts);
    command->add_option("--gap", arguments.gap_ms, "milliseconds")->check(whole_numbers);
    command->add_flag("--keep", arguments.latency.keeps_connection, "one connection for all");
}

void add_compare(CLI::App& app, Arguments& arguments)
{
    auto& protocol = arguments.compare;
    auto* const command =
        app.add_subcommand("compare", "blocks of requests in turn; ratios with confidence");
    command->add_option("--zoom", protocol.zoom)->check(zooms);
    command->add_option("--clients", protocol.clients)->check(client_counts);
    command->add_option("--requests", protocol.requests, "of a block")->check(counts);
    command->add_option("--blocks", protocol.blocks)->check(counts);
    command->add_option("--width", protocol.width)->check(pixels);
    command->add_option("--height", protocol.height)->check(pixels);
}

void add_perftest(CLI::App& app, Arguments& arguments)
{
    auto& protocol = arguments.perftest;
    auto* const command = app.add_subcommand(
        "perftest", "one tile or 4 x 4, as WMTS or WMS: the server's time beside the client's");
    command->add_option("type", arguments.perftest_type, "WMTS_1, WMS_256, WMTS_16 or WMS_1024")
        ->required();
    command->add_option("zoom", protocol.zoom)->required()->check(CLI::Range(0, 30));
    command->add_option("column", protocol.column, "from the left")
        ->required()
        ->check(whole_numbers);
    command->add_option("row", protocol.row, "from the top")->required()->check(whole_numbers);
    command->add_option("--requests", protocol.requests)->check(counts);
}

void add_matrix(CLI::App& app, Arguments& arguments)
{
    auto& protocol = arguments.matrix;
    auto* const command = app.add_subcommand(
        "matrix", "configurations x types x zooms, each place once, all configurations in turn");
    command->add_option("--types", arguments.matrix_types, "as perftest's")->delimiter(',');
    command->add_option("--zooms", protocol.zooms)->delimiter(',')->check(CLI::Range(0, 30));
    command->add_option("--requests", protocol.requests, "of a cell")->check(counts);
}

void add_repeat(CLI::App& app, Arguments& arguments)
{
    auto* const command =
        app.add_subcommand("repeat", "the URLs as they are, again and again, as ApacheBench does");
    command->add_option("--requests", arguments.repeat.requests)->check(counts);
    command->add_option("--clients", arguments.repeat.clients)->check(client_counts);
}

void add_soak(CLI::App& app, Arguments& arguments)
{
    auto* const command = app.add_subcommand("soak", "mixed requests for a long time");
    command->add_option("--also", arguments.soak.others,
                        "a query that is asked besides maps, as it is; again for another");
    command->add_option("--requests", arguments.soak.requests, "of a target, instead of --time")
        ->check(counts);
    command->add_option("--warm-up", arguments.soak.warm_up, "requests before memory is compared")
        ->check(whole_numbers);
    command->add_option("--growth", arguments.soak.growth, "of memory that --check allows")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--time", arguments.soak_s, "seconds")->check(counts);
    command->add_option("--interval", arguments.interval_s, "seconds")->check(counts);
    command->add_option("--clients", arguments.soak.clients)->check(client_counts);
    command->add_option("--pid", arguments.pid, "the server's process, to look at");
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
    app.require_subcommand(1);
    app.fallthrough();
    add_common(app, arguments);
    add_thread2015(app, arguments);
    add_foss4g(app, arguments);
    add_latency(app, arguments);
    add_compare(app, arguments);
    add_perftest(app, arguments);
    add_matrix(app, arguments);
    add_repeat(app, arguments);
    add_soak(app, arguments);
    CLI11_PARSE(app, argc, argv);

    std::signal(SIGINT, want_stop);
    try {
        load::Run const run{.targets = targets_of(arguments),
                            .time_limit = std::chrono::seconds{arguments.time_limit},
                            .seed = arguments.seed,
                            .link_bytes_per_s = arguments.link_gbit * 1e9 / 8,
                            .stop = stop_wanted,
                            .say = [&](std::string const& text) {
                                if (!arguments.is_quiet) {
                                    std::fprintf(stderr, "mapload: %s\n", text.c_str());
                                }
                            }};
        load::require_about(run.targets);
        require_writable(arguments.out);
        require_writable(arguments.histogram);
        auto const report = run_chosen(app, arguments, run);
        write(arguments, report);
        write_histograms(arguments, report);
        return verdict(arguments, report);
    } catch (std::exception const& error) {
        std::fprintf(stderr, "mapload: %s\n", error.what());
        return 2;
    }
}
