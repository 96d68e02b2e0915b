// SPDX-License-Identifier: MIT
#include "programs/mapload_options.hpp"

#include <CLI/CLI.hpp>

namespace ms::programs {

namespace {

/// The range of options: without bounds a typing error would end in an empty table.
CLI::Range const counts{1, 100'000'000};
CLI::Range const client_counts{1, 10'000}; // threads of this program
CLI::Range const zooms{1.0, 1e9};          // 1 is the full extent
CLI::Range const pixels{1, 65'536};
CLI::Range const whole_numbers{0, 1'000'000'000};

void add_common(CLI::App& app, MaploadOptions& arguments)
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

void add_thread2015(CLI::App& app, MaploadOptions& arguments)
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

void add_foss4g(CLI::App& app, MaploadOptions& arguments)
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

void add_latency(CLI::App& app, MaploadOptions& arguments)
{
    auto* const command =
        app.add_subcommand("latency", "the URLs as they are, with gaps, curl's five timings");
    command->add_option("--requests", arguments.latency.requests)->check(counts);
    command->add_option("--gap", arguments.gap_ms, "milliseconds")->check(whole_numbers);
    command->add_flag("--keep", arguments.latency.keeps_connection, "one connection for all");
}

void add_compare(CLI::App& app, MaploadOptions& arguments)
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

void add_perftest(CLI::App& app, MaploadOptions& arguments)
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

void add_matrix(CLI::App& app, MaploadOptions& arguments)
{
    auto& protocol = arguments.matrix;
    auto* const command = app.add_subcommand(
        "matrix", "configurations x types x zooms, each place once, all configurations in turn");
    command->add_option("--types", arguments.matrix_types, "as perftest's")->delimiter(',');
    command->add_option("--zooms", protocol.zooms)->delimiter(',')->check(CLI::Range(0, 30));
    command->add_option("--requests", protocol.requests, "of a cell")->check(counts);
}

void add_repeat(CLI::App& app, MaploadOptions& arguments)
{
    auto* const command =
        app.add_subcommand("repeat", "the URLs as they are, again and again, as ApacheBench does");
    command->add_option("--requests", arguments.repeat.requests)->check(counts);
    command->add_option("--clients", arguments.repeat.clients)->check(client_counts);
}

void add_soak(CLI::App& app, MaploadOptions& arguments)
{
    auto* const command = app.add_subcommand("soak", "mixed requests for a long time");
    command->add_option("--also", arguments.soak.others,
                        "a query that is sent besides maps, as it is; again for another");
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

} // namespace

void add_mapload_options(CLI::App& app, MaploadOptions& options)
{
    app.require_subcommand(1);
    app.fallthrough();
    add_common(app, options);
    add_thread2015(app, options);
    add_foss4g(app, options);
    add_latency(app, options);
    add_compare(app, options);
    add_perftest(app, options);
    add_matrix(app, options);
    add_repeat(app, options);
    add_soak(app, options);
}

} // namespace ms::programs
