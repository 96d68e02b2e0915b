// SPDX-License-Identifier: MIT
// Draws the legend of a mapfile: legend mapfile image.
#include "render/surround/legend.hpp"
#include "programs/furniture_program.hpp"

int main(int argc, char** argv)
{
    using namespace ms;
    auto const draw = [](mapfile::Map const& map, render::Viewport const& view,
                         mapfile::OutputFormat& format, render::Services const& services) {
        render::LegendRequest request;
        request.scale_denominator = view.scale_denominator;
        request.resolution = view.resolution;
        return render::draw_legend(map, request, render::setting_of(format, map.legend.transparent),
                                   services);
    };
    return programs::run_furniture_program(argc, argv, "legend", "Draws the legend of a mapfile.",
                                           draw);
}
