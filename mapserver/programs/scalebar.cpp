// SPDX-License-Identifier: MIT
// Draws the scale bar of a mapfile: scalebar mapfile image.
#include "programs/furniture_program.hpp"
#include "render/core/output.hpp"
#include "render/surround/scale_bar.hpp"

int main(int argc, char** argv)
{
    using namespace ms;
    auto const draw = [](mapfile::Map const& map, render::Viewport const& view,
                         mapfile::OutputFormat& format, render::Services const& services) {
        return render::draw_scale_bar(
            map, view,
            render::setting_of(format,
                               render::transparency_of(map.scale_bar, render::canvas_of(format))),
            services);
    };
    return programs::run_furniture_program(argc, argv, "scalebar",
                                           "Draws the scale bar of a mapfile.", draw);
}
