// SPDX-License-Identifier: MIT
// Draws a mapfile from the shell; flags as MapServer's map2img, and --explain.
#include "base/error.hpp"
#include "base/similar.hpp"
#include "base/string.hpp"
#include "programs/command_line.hpp"
#include "programs/exported_settings.hpp"
#include "programs/image_file.hpp"
#include "render/core/lone_image.hpp"
#include "render/core/output.hpp"
#include "render/plan/plan.hpp"
#include "render/run.hpp"
#include "server/remote/remote_client.hpp"
#include "sld/style_files.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/raster/datasets.hpp"
#include "source/shapefile/shapefiles.hpp"
#include "style/symbol_files.hpp"
#include "text/font_cache.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace {

using namespace ms;

struct Options {
    std::string mapfile;
    std::string output = "stdout";
    std::vector<double> extent;
    std::vector<int> size;
    std::string layers;
    std::string format;
    std::string config_file;
    std::vector<std::string> data; ///< layer name, DATA
    int debug = 0;
    int repetitions = 1;
    int pause_s = 0;
    bool explains = false;
    bool traces_sql = false;
};

void add_options(CLI::App& app, Options& options)
{
    app.add_option("-m", options.mapfile, "mapfile")->required();
    app.add_option("-o", options.output, "image to write, or stdout");
    app.add_option("-e", options.extent, "extent: minx miny maxx maxy")->expected(4);
    app.add_option("-s", options.size, "size in pixels: width height")->expected(2);
    app.add_option("-l", options.layers, "layers to turn on, by name or group, in quotes");
    app.add_option("-i", options.format, "output format: a name or MIME type");
    app.add_option("-d", options.data, "replace DATA of a layer: layer data")->expected(2);
    app.add_option("-c", options.repetitions, "draw n times")->check(CLI::Range(1, 1000000));
    app.add_option("-p", options.pause_s, "pause n seconds after reading the mapfile")
        ->check(CLI::Range(0, 3600));
    app.add_option("--conf", options.config_file,
                   "CONFIG file: PROJ_DATA and MS_ENCRYPTION_KEY of its ENV count; also -conf");
    app.add_option("--all_debug,--map_debug", options.debug,
                   "log level 0 to 5, to stderr; also -all_debug")
        ->check(CLI::Range(0, 5));
    std::function<void(std::vector<std::string> const&)> const layer_debug =
        [&options](std::vector<std::string> const& pair) {
            options.debug = std::max(options.debug, parse_int(pair.at(1)).value_or(0));
        };
    app.add_option_function("--layer_debug", layer_debug,
                            "layer and its log level; also -layer_debug")
        ->expected(2);
    app.add_flag("--trace-sql", options.traces_sql,
                 "print each statement with its rows, bytes and times, to stderr");
    app.add_flag("--explain", options.explains, "print the plan instead of drawing");
}

/// In MapServer's wording: which option lacks how many values. \param text begins with its name
std::string mismatch_text(CLI::App const& app, std::string_view text)
{
    auto name = std::string{text.substr(0, text.find(':'))};
    auto const* const option = app.get_option_no_throw(name);
    auto const count = option == nullptr ? 1 : option->get_items_expected_max();
    if (name.starts_with("--")) {
        name.erase(0, 1); // as MapServer spells long ones
    }
    return count == 1 ? fmt::format("Argument {} requires an additional argument.", name)
                      : fmt::format("Argument {} needs {} space separated arguments.", name, count);
}

/// The names of layers and groups.
std::vector<std::string_view> names_of(mapfile::Map const& map)
{
    std::vector<std::string_view> names;
    for (auto const& layer : map.layers) {
        names.insert(names.end(), {layer.name, layer.group});
    }
    return names;
}

std::shared_ptr<mapfile::Map const> load(Options const& options, Log& log)
{
    auto map = sld::load_styled(options.mapfile, log);
    if (options.data.empty()) {
        return map;
    }
    auto changed = std::make_shared<mapfile::Map>(*map);
    for (auto& layer : changed->layers) {
        if (layer.name == options.data[0]) {
            layer.data = options.data[1];
            return changed;
        }
    }
    throw Error{ErrorKind::NotFound, fmt::format("-d: there is no layer \"{}\"{}", options.data[0],
                                                 suggestion(options.data[0], names_of(*map)))};
}

/// -l: layers named (or whose group is named) and those with STATUS DEFAULT, in mapfile order.
std::vector<render::LayerChoice> choose_layers(mapfile::Map const& map, std::string const& names)
{
    auto const requested = split_words(names);
    std::vector<render::LayerChoice> chosen;
    std::vector<bool> is_found(requested.size(), false);
    for (std::size_t i = 0; i < map.layers.size(); ++i) {
        auto const& layer = map.layers[i];
        bool is_chosen = layer.status == mapfile::Status::Default;
        for (std::size_t k = 0; k < requested.size(); ++k) {
            if (equals_ignoring_case(layer.name, requested[k]) ||
                equals_ignoring_case(layer.group, requested[k])) {
                is_found[k] = is_chosen = true;
            }
        }
        if (is_chosen) {
            chosen.push_back({.layer = i, .class_group = {}, .filter = {}});
        }
    }
    if (auto const missing = std::ranges::find(is_found, false); missing != is_found.end()) {
        auto const name = requested[static_cast<std::size_t>(missing - is_found.begin())];
        throw Error{ErrorKind::NotFound, fmt::format("-l: there is no layer or group \"{}\"{}",
                                                     name, suggestion(name, names_of(map)))};
    }
    return chosen;
}

/// Of cairo.
constexpr int largest_image = 32767;

render::ViewportRequest viewport_request(mapfile::Map const& map, Options const& options)
{
    auto request = render::view_of_mapfile(map);
    if (!options.extent.empty()) {
        request.extent = geometry::Box{options.extent[0], options.extent[1], options.extent[2],
                                       options.extent[3]};
    }
    if (!options.size.empty()) {
        request.size = mapfile::Size{options.size[0], options.size[1]};
        request.max_size = largest_image; // MAXSIZE is for clients of a server
    }
    return request;
}

void run(Options const& options)
{
    programs::export_settings_of_file(options.config_file);
    LogLevels levels{static_cast<LogLevel>(options.debug), {}};
    if (options.traces_sql) {
        levels.of_modules.emplace_back("source/postgis",
                                       std::max(LogLevel::Verbose, levels.everywhere));
    }
    Log log{std::move(levels), file_sink("stderr")};
    source::postgis::Databases databases;
    Deadline const deadline;
    text::FontCache fonts;
    style::SymbolFiles symbol_files;
    source::raster::Datasets datasets; // tile indexes and masks may name a file several times
    source::shapefile::Shapefiles shapefiles; // so may layers
    auto const* const hosts = std::getenv("MS_CASCADE_HOSTS");
    auto const remote = server::make_remote_client(hosts == nullptr ? "" : hosts);
    render::Services const services{{.log = log,
                                     .databases = databases,
                                     .deadline = deadline,
                                     .datasets = &datasets,
                                     .remote = remote.get(),
                                     .shapefiles = &shapefiles},
                                    fonts,
                                    &symbol_files};

    auto const map = load(options, log);
    auto const format = render::find_output_format(*map, options.format);
    auto const viewport = render::make_viewport(*map, viewport_request(*map, options));
    render::Overrides overrides;
    overrides.nearest_rule = render::rule_of_lone_image(viewport);
    if (!options.layers.empty()) {
        overrides.layers = choose_layers(*map, options.layers);
    }
    if (options.pause_s > 0) {
        std::this_thread::sleep_for(std::chrono::seconds{options.pause_s});
    }
    if (options.explains) {
        fmt::print("{}",
                   render::explain(render::make_plan(map, viewport, overrides, format), services));
        programs::finish_output();
        return;
    }
    if (options.repetitions > 1) {
        fmt::print(stderr, "We will draw {} times...\n", options.repetitions);
    }
    for (int i = 0; i < options.repetitions; ++i) {
        auto const start = std::chrono::steady_clock::now();
        auto const plan = render::make_plan(map, viewport, overrides, format);
        auto const image = render::run(plan, services);
        programs::write_image(render::encode(image, render::chosen_format(*map, format, image),
                                             {.dpi = static_cast<int>(viewport.resolution)}),
                              options.output);
        if (log.wants(LogLevel::Timing)) {
            log.write(LogLevel::Timing, fmt::format("map2img total time: {:.3f}s",
                                                    std::chrono::duration<double>(
                                                        std::chrono::steady_clock::now() - start)
                                                        .count()));
        }
    }
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app{"Draws a mapfile."};
    Options options;
    add_options(app, options);
    programs::add_version(app, "map2img");
    try {
        app.parse(programs::modern_arguments(argc, argv));
        run(options);
        return 0;
    } catch (CLI::ArgumentMismatch const& error) {
        fmt::print(stderr, "{}\n", mismatch_text(app, error.what()));
        return 2;
    } catch (CLI::ParseError const& error) {
        return programs::exit_status(app, error);
    } catch (std::exception const& error) {
        fmt::print(stderr, "map2img: {}\n", error.what());
        return 1;
    }
}
