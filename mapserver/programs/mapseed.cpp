// SPDX-License-Identifier: MIT
// Draws tiles of a map ahead of its clients, into its tile store.
#include "base/error.hpp"
#include "base/memory.hpp"
#include "base/string.hpp"
#include "programs/command_line.hpp"
#include "programs/exported_settings.hpp"
#include "programs/seed_levels.hpp"
#include "programs/seeding.hpp"
#include "server/app/app.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

namespace {

using namespace ms;

struct Options {
    std::string map;
    std::optional<std::string> config_file;
    std::string zooms = "0-5";
    std::string bbox;
    bool is_dry_run = false;
    programs::SeedTask task;
};

void add_options(CLI::App& app, Options& options)
{
    auto& task = options.task;
    app.add_option("map", options.map, "name of a map in the CONFIG file, or a mapfile")
        ->required();
    app.add_option("--conf", options.config_file, "the CONFIG file; also -conf");
    app.add_option("-l,--layer", task.layers, "layer or group, as WMTS names it; may be repeated")
        ->required();
    app.add_option("-s,--style", task.style, "style of the layers");
    app.add_option("-g,--grid", task.grid, "grid of the map");
    app.add_option("-f,--format", task.format, "MIME type");
    app.add_option("-z,--zoom", options.zooms, "levels: 0-7, or 3,5,8-10");
    app.add_option("-e,--bbox", options.bbox, "minx,miny,maxx,maxy in the grid's CRS");
    app.add_option("-t,--threads", task.threads, "tiles drawn at once; default: one a processor")
        ->check(CLI::Range(1, 256));
    app.add_option("-o,--to", task.archive,
                   "write them to an MBTiles file instead: one layer, grid GoogleMapsCompatible");
    app.add_flag("-n,--dry-run", options.is_dry_run, "count the tiles and draw none");
}

server::Config config_of(Options const& options)
{
    auto config = server::load_config(options.config_file, std::getenv);
    if (!config.file().map_path(options.map)) {
        if (!std::filesystem::is_regular_file(options.map)) {
            throw Error{ErrorKind::BadRequest, "\"" + options.map +
                                                   "\" is neither a map of the CONFIG file nor a "
                                                   "mapfile"};
        }
        config.add_map(to_lower(std::filesystem::path{options.map}.stem().native()), options.map);
    }
    return config;
}

int run(Options& options)
{
    auto config = config_of(options);
    bool const is_named = config.file().map_path(options.map).has_value();
    options.task.map =
        is_named ? options.map : to_lower(std::filesystem::path{options.map}.stem().native());
    options.task.zooms = programs::parse_zooms(options.zooms);
    if (!options.bbox.empty()) {
        options.task.box = programs::parse_box(options.bbox);
    }
    programs::export_settings([&](std::string_view key) { return config.find(key); });
    keep_freed_memory();
    server::App app{std::move(config)};
    bool const is_complete =
        programs::seed(app, options.task,
                       options.is_dry_run ? programs::SeedMode::Count : programs::SeedMode::Draw);
    programs::finish_output();
    return is_complete ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app{"Draws tiles of a map into its tile store, or an MBTiles file. In the store, "
                 "tiles that are there and show the "
                 "current state are left as they are: a run that was interrupted is continued by "
                 "starting it again."};
    Options options;
    add_options(app, options);
    programs::add_version(app, "mapseed");
    try {
        app.parse(programs::modern_arguments(argc, argv));
    } catch (CLI::ParseError const& error) {
        return programs::exit_status(app, error);
    }
    try {
        return run(options);
    } catch (std::exception const& error) {
        fmt::print(stderr, "mapseed: {}\n", error.what());
        auto const* const own = dynamic_cast<Error const*>(&error);
        return own != nullptr && own->kind() == ErrorKind::BadRequest ? 2 : 1;
    }
}
