// SPDX-License-Identifier: MIT
#include "programs/furniture_program.hpp"

#include "programs/command_line.hpp"
#include "programs/exported_settings.hpp"
#include "programs/image_file.hpp"
#include "render/core/output.hpp"
#include "server/remote/remote_client.hpp"
#include "sld/style_files.hpp"
#include "source/postgis/link/databases.hpp"
#include "text/font_cache.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace ms::programs {

int run_furniture_program(int argc, char** argv, char const* name, char const* purpose,
                          DrawFurniture const& draw)
{
    CLI::App app{purpose};
    std::string mapfile;
    std::string output;
    std::string config_file;
    app.add_option("mapfile", mapfile, "mapfile")->required();
    app.add_option("image", output, "image to write, or stdout")->required();
    app.add_option("--conf", config_file,
                   "CONFIG file: settings of its ENV count as for map2img; also -conf");
    add_version(app, name);
    try {
        app.parse(modern_arguments(argc, argv));
        export_settings_of_file(config_file);
        Log log{LogLevel::Error, file_sink("stderr")};
        source::postgis::Databases databases;
        Deadline const deadline;
        text::FontCache fonts;
        auto const* const hosts = std::getenv("MS_CASCADE_HOSTS");
        auto const remote = server::make_remote_client(hosts == nullptr ? "" : hosts);
        render::Services const services{
            {.log = log, .databases = databases, .deadline = deadline, .remote = remote.get()},
            fonts};
        auto const map = sld::load_styled(mapfile, log);
        auto format = render::find_output_format(*map, "");
        auto const view = render::make_viewport(*map, {});
        auto const image = draw(*map, view, format, services);
        write_image(
            render::encode(image.view(), format, {.dpi = static_cast<int>(view.resolution)}),
            output);
        return 0;
    } catch (CLI::ParseError const& error) {
        return exit_status(app, error);
    } catch (std::exception const& error) {
        std::fprintf(stderr, "%s: %s\n", name, error.what());
        return 1;
    }
}

} // namespace ms::programs
