// SPDX-License-Identifier: MIT
#include "programs/furniture_program.hpp"

#include "programs/exported_settings.hpp"
#include "programs/image_file.hpp"
#include "render/core/output.hpp"
#include "sld/style_files.hpp"
#include "source/postgis/link/databases.hpp"
#include "text/font_cache.hpp"

#include <cstdio>
#include <string>

namespace ms::programs {

int run_furniture_program(int argc, char** argv, char const* name, DrawFurniture const& draw)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s mapfile image\n", name);
        return 1;
    }
    try {
        export_settings_of_file("");
        Log log{LogLevel::Error, file_sink("stderr")};
        source::postgis::Databases databases;
        Deadline const deadline;
        text::FontCache fonts;
        render::Services const services{{log, databases, deadline}, fonts};
        auto const map = sld::load_styled(argv[1], log);
        auto format = render::find_output_format(*map, "");
        auto const view = render::make_viewport(*map, {});
        auto const image = draw(*map, view, format, services);
        write_image(
            render::encode(image.view(), format, {.dpi = static_cast<int>(view.resolution)}),
            argv[2]);
        return 0;
    } catch (std::exception const& error) {
        std::fprintf(stderr, "%s: %s\n", name, error.what());
        return 1;
    }
}

} // namespace ms::programs
