// SPDX-License-Identifier: MIT
#include "unit/render/drawing.hpp"

#include <doctest/doctest.h>

using namespace ms;

namespace {

/// Whether a cluster 0.4 pixels to the right of the last column's middle is seen in it.
bool is_seen(double height)
{
    auto const map = test::load(R"(MAP SIZE 100 100 EXTENT 0 0 99 99 IMAGETYPE png24
  SYMBOL NAME "c" TYPE ELLIPSE POINTS 1 1 END FILLED TRUE END
  LAYER NAME "a" STATUS DEFAULT TYPE POINT CLUSTER MAXDISTANCE 5 REGION "rectangle" END
    FEATURE POINTS 99.4 50 END END
    CLASS STYLE SYMBOL "c" SIZE 9 COLOR 255 0 0 END END
  END END)");
    test::Process const process;
    auto const view = render::make_viewport(
        *map, {.extent = geometry::Box{0, 0, 99, height}, .keep_aspect = false});
    auto const plan = render::make_plan(map, view, {}, render::find_output_format(*map, ""));
    auto const picture = render::run(plan, process.services).bitmap;
    auto const row = static_cast<int>(99 - 50 * 99 / height);
    return test::pixel(picture, 99, row) == image::Color{255, 0, 0};
}

} // namespace

// As MapServer 8.0.0 fetches them: its map of other pixels ends at their edges.
TEST_CASE("cluster: the outermost half pixels count where pixels are not square")
{
    CHECK_FALSE(is_seen(99));
    CHECK(is_seen(198));
}
