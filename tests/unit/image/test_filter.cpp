// SPDX-License-Identifier: MIT
#include "image/filter.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdlib>

using namespace ms::image;

namespace {

Color at(Bitmap const& bitmap, int x, int y)
{
    auto const i = static_cast<std::size_t>(y * bitmap.width() + x) * 4;
    auto const p = bitmap.view().pixels;
    return {p[i], p[i + 1], p[i + 2], p[i + 3]};
}

void set(Bitmap& bitmap, int x, int y, Color color)
{
    auto* const p = bitmap.pixels().data() + static_cast<std::size_t>(y * bitmap.width() + x) * 4;
    p[0] = color.red;
    p[1] = color.green;
    p[2] = color.blue;
    p[3] = color.alpha;
}

} // namespace

TEST_CASE("filter: names with their arguments are read, and written again")
{
    for (auto const* const text :
         {"blur(10)", "translate(-3,4)", "grayscale()", "blacken()", "whiten()"}) {
        CAPTURE(text);
        auto const filter = parse_filter(text);
        REQUIRE(filter);
        CHECK(text_of(*filter) == text);
    }
    CHECK(parse_filter("Blur( 4 )") == Filter{FilterKind::Blur, 4, 0});
    CHECK(parse_filter("translate(1 2)") == Filter{FilterKind::Translate, 1, 2});
}

// MapServer 8.0.0: "unknown compositing filter".
TEST_CASE("filter: unknown names and missing or extra arguments are invalid")
{
    for (auto const* const text : {"", "blur", "blur()", "blur(x)", "blur(1,2)", "translate(2)",
                                   "grayscale(1)", "sepia()", "blur(3", "(3)", ")", "blur(3)x"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_filter(text));
    }
}

// MapServer 8.0.0 draws blur(3) of an edge with the weights 1 2 3 4 3 2 1, of 16 each way.
TEST_CASE("filter: blur weighs neighbours by a triangle")
{
    Bitmap bitmap(15, 15);
    set(bitmap, 7, 7, {255, 255, 255, 255});
    apply({FilterKind::Blur, 3, 0}, bitmap);
    CHECK(at(bitmap, 7, 7).alpha == 15); // 255 * 4/16 = 63, of that 4/16
    CHECK(at(bitmap, 7, 4).alpha == 3);  // 63 * 1/16
    CHECK(at(bitmap, 7, 3).alpha == 0);
    CHECK(at(bitmap, 9, 7).alpha == 7); // 255 * 2/16 = 31, of that 4/16
}

TEST_CASE("filter: the last pixel repeats beyond the border, so that edges do not fade")
{
    Bitmap bitmap(9, 4);
    bitmap.fill({200, 100, 50});
    for (int const radius : {1, 40, 254, 30000}) {
        auto blurred = bitmap;
        apply({FilterKind::Blur, radius, 0}, blurred);
        CHECK(at(blurred, 0, 0) == Color{200, 100, 50});
        CHECK(at(blurred, 8, 3) == Color{200, 100, 50});
    }
}

TEST_CASE("filter: translate moves right and down, also beyond the image")
{
    Bitmap bitmap(5, 4);
    set(bitmap, 1, 1, {9, 8, 7, 255});
    auto moved = bitmap;
    apply({FilterKind::Translate, 2, -1}, moved);
    CHECK(at(moved, 3, 0) == Color{9, 8, 7});
    CHECK(at(moved, 1, 1).alpha == 0);
    for (auto const& [x, y] : {std::pair{5, 0}, {0, 4}, {-32767, 32767}}) {
        auto gone = bitmap;
        apply({FilterKind::Translate, x, y}, gone);
        for (auto const byte : gone.view().pixels) {
            CHECK(byte == 0);
        }
    }
}

// MapServer 8.0.0 makes 200 100 50 the grey 116, the mean cut off.
TEST_CASE("filter: grayscale is the mean, blacken and whiten preserve only the alpha")
{
    Bitmap bitmap(1, 1);
    auto const filtered = [&](FilterKind kind, Color color) {
        set(bitmap, 0, 0, color);
        apply({kind, 0, 0}, bitmap);
        return at(bitmap, 0, 0);
    };
    CHECK(filtered(FilterKind::Grayscale, {200, 100, 50}) == Color{116, 116, 116});
    CHECK(filtered(FilterKind::Blacken, {40, 30, 20, 100}) == Color{0, 0, 0, 100});
    CHECK(filtered(FilterKind::Whiten, {40, 30, 20, 100}) == Color{100, 100, 100, 100});
}
