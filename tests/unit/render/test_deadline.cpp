// SPDX-License-Identifier: MIT
#include "unit/render/drawing.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

using namespace ms;

namespace {

/// A line that crosses itself hundreds of times, drawn as the buffer around it.
std::string tangle()
{
    std::string points;
    for (int i = 0; i < 120; ++i) {
        points +=
            fmt::format(" {:.3f} {:.3f}", 50 + 40 * std::cos(i * 2.4), 50 + 40 * std::sin(i * 2.4));
    }
    return "MAP SIZE 100 100 EXTENT 0 0 99 99 LAYER NAME a TYPE LINE STATUS DEFAULT"
           " FEATURE POINTS" +
           points +
           " END END CLASS STYLE GEOMTRANSFORM (buffer([shape],2)) COLOR 1 2 3 END END END END";
}

} // namespace

TEST_CASE("deadline: who is left at any moment gets no image with something missing")
{
    auto const map = test::load(tangle());
    test::Process process;
    long checks = 0;
    long patience = std::numeric_limits<long>::max();
    auto const draw = [&] {
        checks = 0;
        Deadline const deadline{Deadline::Clock::time_point::max(),
                                [&] { return checks++ >= patience; }};
        render::Services const services{{process.log, process.databases, deadline}, process.fonts};
        auto const plan = render::make_plan(map, render::make_viewport(*map, {}), {},
                                            render::find_output_format(*map, "png"));
        auto const image = render::run(plan, services).bitmap;
        return test::pixel(image, 89, 49).red == 1;
    };
    CHECK(draw());
    auto const is_drawn = [&] {
        try {
            return draw();
        } catch (Error const& error) {
            CHECK(error.kind() == ErrorKind::Limit);
            return false;
        }
    };
    bool is_asked_again = true; // the number depends on timing
    for (patience = 0; is_asked_again; ++patience) {
        CAPTURE(patience);
        bool const drawn = is_drawn();
        is_asked_again = checks > patience;
        CHECK(drawn == !is_asked_again);
    }
    CHECK(patience > 2);
}
