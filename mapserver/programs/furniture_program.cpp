// SPDX-License-Identifier: MIT
#include "programs/furniture_program.hpp"

#include "base/error.hpp"
#include "render/output.hpp"
#include "sld/style_files.hpp"
#include "source/postgis/databases.hpp"
#include "text/font_cache.hpp"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

namespace ms::programs {

namespace {

void write(std::vector<std::uint8_t> const& bytes, std::string const& path)
{
    std::ofstream file;
    if (path != "stdout") {
        file.open(path, std::ios::binary);
    }
    std::ostream& out = path == "stdout" ? std::cout : file;
    out.write(reinterpret_cast<char const*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
    if (!out.flush()) {
        throw Error{ErrorKind::Source, "cannot write \"" + path + "\""};
    }
}

} // namespace

int run_furniture_program(int argc, char** argv, char const* name, DrawFurniture const& draw)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s mapfile picture\n", name);
        return 1;
    }
    try {
        Log log{LogLevel::Error, file_sink("stderr")};
        source::postgis::Databases databases;
        Deadline const deadline;
        text::FontCache fonts;
        render::Services const services{{log, databases, deadline}, fonts};
        auto const map = sld::load_styled(argv[1], log);
        auto format = render::find_output_format(*map, "");
        auto const view = render::make_viewport(*map, {});
        auto const picture = draw(*map, view, format, services);
        write(render::encode(picture.view(), format, static_cast<int>(view.resolution)), argv[2]);
        return 0;
    } catch (std::exception const& error) {
        std::fprintf(stderr, "%s: %s\n", name, error.what());
        return 1;
    }
}

} // namespace ms::programs
