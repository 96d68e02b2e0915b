// SPDX-License-Identifier: MIT
// The memory budget of drawing, and its deadline.
#include "unit/render/drawing.hpp"

#include "base/allocations.hpp"
#include "base/error.hpp"
#include "render/surround/furniture.hpp"
#include "render/surround/legend.hpp"
#include "unit/processor_time.hpp"

#include <fmt/format.h>

using namespace ms;

namespace {

constexpr int feature_count = 400;

/// Parallel lines. \param drawn the classes
std::shared_ptr<mapfile::Map const> lines(std::string_view drawn)
{
    std::string text = "MAP SIZE 100 100 EXTENT 0 0 99 99 LAYER NAME a TYPE LINE STATUS DEFAULT "
                       "PROCESSING \"ITEMS=name\" ";
    for (int i = 0; i < feature_count; ++i) {
        text += fmt::format("FEATURE POINTS 10 {} 90 {} END ITEMS \"{}\" END ", i % 99, i % 99, i);
    }
    return test::load(text + std::string{drawn} + " END END");
}

/// Draws with a memory budget.
void draw(std::shared_ptr<mapfile::Map const> const& map, std::size_t max_bytes,
          std::string const& format = "png")
{
    test::Process process;
    process.services.max_kept_bytes = max_bytes;
    (void)test::draw(map, process, format);
}

constexpr std::string_view labelled = "CLASS LABEL TEXT \"[name]\" SIZE 10 ANGLE AUTO END END";
constexpr std::string_view in_two_styles =
    "CLASS STYLE WIDTH 3 COLOR 1 2 3 END STYLE COLOR 5 6 7 END END";
constexpr std::string_view in_one_style = "CLASS STYLE COLOR 1 2 3 END END";

} // namespace

TEST_CASE("budget: labels are charged until they are drawn")
{
    auto const map = lines(labelled);
    CHECK_NOTHROW(draw(map, 1'000'000));
    CHECK_THROWS_AS(draw(map, 100'000), Error);
    // Those of LABELCACHE OFF are drawn with their layer.
    CHECK_THROWS_AS(draw(lines(std::string{"LABELCACHE OFF "} + std::string{labelled}), 100'000),
                    Error);
}

TEST_CASE("budget: features that wait for the next style are charged, others are not")
{
    CHECK_NOTHROW(draw(lines(in_one_style), 10'000));
    CHECK_NOTHROW(draw(lines(in_two_styles), 100'000));
    CHECK_THROWS_AS(draw(lines(in_two_styles), 10'000), Error);
}

TEST_CASE("budget: a document is charged, pixels are not")
{
    auto const map = lines(in_one_style);
    for (auto const* const format : {"svg", "pdf"}) {
        CHECK_NOTHROW(draw(map, 1'000'000, format));
        CHECK_THROWS_AS(draw(map, 100'000, format), Error);
    }
}

TEST_CASE(
    "budget: a legend has no more pixels than a map of MAXSIZE, nor more than the memory budget")
{
    std::string classes;
    for (int i = 0; i < 20; ++i) {
        classes += fmt::format("CLASS NAME \"{}\" STYLE COLOR 1 2 3 END END ", i);
    }
    auto const draw_legend = [&](int max_size, std::size_t max_bytes) {
        auto const map = test::load(fmt::format("MAP MAXSIZE {} LEGEND KEYSIZE 20 20 LABEL END END "
                                                "LAYER NAME a TYPE LINE STATUS DEFAULT {} END END",
                                                max_size, classes));
        test::Process process;
        process.services.max_kept_bytes = max_bytes;
        render::LegendRequest request;
        request.layers.emplace(1);
        auto format = render::find_output_format(*map, "png");
        return render::draw_legend(*map, request, render::setting_of(format, {}), process.services);
    };
    // 20 rows of 25 pixels, about 50 wide.
    auto const legend = draw_legend(200, 1'000'000);
    CHECK(legend.height() > 200); // longer than a map may be, but not larger
    CHECK(legend.height() * legend.width() < 200 * 200);
    CHECK_THROWS_AS((void)draw_legend(100, 1'000'000), Error);
    CHECK_THROWS_AS((void)draw_legend(200, 50'000), Error);
}

TEST_CASE("budget: a line with hundreds of thousands of symbols is left in the middle")
{
    std::string points;
    for (int i = 0; i < 2000; ++i) {
        points += fmt::format("{} {} ", i % 2 * 99, i % 97);
    }
    auto const map = test::load(
        "MAP SIZE 100 100 EXTENT 0 0 99 99 SYMBOL NAME c TYPE ELLIPSE FILLED TRUE POINTS 1 1 END "
        "END LAYER NAME a TYPE LINE STATUS DEFAULT FEATURE POINTS " +
        points + "END END CLASS STYLE SYMBOL c SIZE 60 GAP 0.3 COLOR 1 2 3 END END END END");
    test::Process process;
    constexpr std::chrono::milliseconds allowed{300};
    Deadline const deadline{Deadline::Clock::now() + allowed};
    render::Services const services{{process.log, process.databases, deadline}, process.fonts};
    auto const plan = render::make_plan(map, render::make_viewport(*map, {}), {},
                                        render::find_output_format(*map, "png"));
    test::ProcessorTime const time;
    CHECK_THROWS_AS((void)render::run(plan, services), Error);
    CHECK(time.used() < allowed + std::chrono::seconds{1});
}

TEST_CASE("budget: geometry functions stop before they exceed the memory budget")
{
    if (!counts_allocations()) {
        MESSAGE("skipped: a sanitizer has a new of its own");
        return;
    }
    std::string points;
    for (int i = 0; i < 1500; ++i) {
        points += fmt::format("{} {} ", i * 7919 % 100, i * 104729 % 99);
    }
    auto const map = test::load("MAP SIZE 100 100 EXTENT 0 0 99 99 LAYER NAME a TYPE LINE STATUS "
                                "DEFAULT GEOMTRANSFORM (buffer([shape],1)) FEATURE POINTS " +
                                points + "END END CLASS STYLE COLOR 1 2 3 END END END END");
    CHECK_THROWS_AS(draw(map, std::size_t{64} << 20U), Error);
}
