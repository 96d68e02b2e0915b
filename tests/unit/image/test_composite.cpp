// SPDX-License-Identifier: MIT
// The expected colours are those of MapServer 8.0.0 (AGG/PNG, Debian 12): a polygon of colour
// 200 150 100, OPACITY 60, and over it a layer with COMPOSITE COMPOP of colour 10 200 90, OPACITY
// 60; on white (IMAGEMODE RGB) and on nothing (RGBA). MapServer cuts where we round.
#include "image/composite.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

using namespace ms::image;

namespace {

struct Expected {
    Operator op;
    Color color; ///< straight
};

std::vector<Expected> const on_white{
    {Operator::Clear, {1, 1, 1, 255}},
    {Operator::ColorBurn, {87, 179, 63, 255}},
    {Operator::ColorDodge, {224, 229, 210, 255}},
    {Operator::Contrast, {168, 210, 153, 255}},
    {Operator::Darken, {93, 190, 117, 255}},
    {Operator::Difference, {215, 81, 107, 255}},
    {Operator::Dst, {220, 190, 160, 255}},
    {Operator::DstAtop, {133, 116, 98, 255}},
    {Operator::DstIn, {133, 115, 97, 255}},
    {Operator::DstOut, {87, 75, 63, 255}},
    {Operator::DstOver, {220, 190, 160, 255}},
    {Operator::Exclusion, {216, 132, 146, 255}},
    {Operator::HardLight, {96, 211, 130, 255}},
    {Operator::Invert, {109, 115, 121, 255}},
    {Operator::InvertRgb, {89, 107, 84, 255}},
    {Operator::Lighten, {220, 195, 160, 255}},
    {Operator::Minus, {215, 71, 107, 255}},
    {Operator::Multiply, {92, 165, 97, 255}},
    {Operator::Overlay, {200, 211, 142, 255}},
    {Operator::Plus, {225, 255, 213, 255}},
    {Operator::Screen, {220, 220, 179, 255}},
    {Operator::SoftLight, {203, 200, 149, 255}},
    {Operator::Src, {6, 120, 54, 255}},
    {Operator::SrcAtop, {93, 195, 117, 255}},
    {Operator::SrcIn, {6, 120, 54, 255}},
    {Operator::SrcOut, {1, 1, 1, 255}},
    {Operator::SrcOver, {92, 194, 116, 255}},
    {Operator::Xor, {88, 76, 64, 255}},
};

std::vector<Expected> const on_nothing{
    {Operator::Clear, {255, 255, 255, 1}},        {Operator::ColorBurn, {58, 148, 52, 214}},
    {Operator::ColorDodge, {146, 208, 117, 214}}, {Operator::Contrast, {157, 152, 102, 154}},
    {Operator::Darken, {63, 162, 91, 214}},       {Operator::Difference, {139, 120, 57, 214}},
    {Operator::Dst, {197, 147, 97, 154}},         {Operator::DstAtop, {124, 168, 96, 154}},
    {Operator::DstIn, {197, 148, 98, 93}},        {Operator::DstOut, {196, 146, 96, 61}},
    {Operator::DstOver, {144, 162, 95, 214}},     {Operator::Exclusion, {141, 148, 104, 214}},
    {Operator::HardLight, {64, 188, 81, 214}},    {Operator::Invert, {82, 89, 96, 214}},
    {Operator::InvertRgb, {58, 79, 52, 214}},     {Operator::Lighten, {144, 183, 95, 214}},
    {Operator::Minus, {135, 0, 7, 214}},          {Operator::Multiply, {61, 147, 67, 214}},
    {Operator::Overlay, {120, 188, 81, 214}},     {Operator::Plus, {124, 208, 112, 255}},
    {Operator::Screen, {144, 197, 117, 214}},     {Operator::SoftLight, {126, 172, 86, 214}},
    {Operator::Src, {9, 198, 89, 154}},           {Operator::SrcAtop, {84, 178, 92, 154}},
    {Operator::SrcIn, {13, 198, 89, 94}},         {Operator::SrcOut, {12, 197, 90, 62}},
    {Operator::SrcOver, {61, 181, 90, 215}},      {Operator::Xor, {104, 173, 94, 122}},
};

Bitmap one(Color color)
{
    Bitmap bitmap(1, 1);
    bitmap.fill(color);
    return bitmap;
}

/// The distance of two pixels as they add to an image.
int distance(Bitmap const& a, Bitmap const& b)
{
    int most = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        most = std::max(most, std::abs(int{a.view().pixels[i]} - int{b.view().pixels[i]}));
    }
    return most;
}

Color composed(Color below, Color above, Operator op, double opacity = 1)
{
    auto bitmap = one(below);
    composite(bitmap, one(above).view(), op, opacity);
    auto const p = bitmap.view().pixels;
    return {p[0], p[1], p[2], p[3]};
}

constexpr std::uint8_t sixty_percent = 153;
constexpr Color source{10, 200, 90, sixty_percent};
constexpr int rounding = 5;

} // namespace

TEST_CASE("composite: every operator gives MapServer's colour on an opaque image")
{
    auto below = one({255, 255, 255});
    composite(below, one({200, 150, 100, sixty_percent}).view(), Operator::SrcOver, 1);
    for (auto const& expected : on_white) {
        CAPTURE(name_of(expected.op));
        auto bitmap = below;
        composite(bitmap, one(source).view(), expected.op, 1);
        // Without alpha in the file, MapServer writes the premultiplied colour.
        auto requested = one(expected.color);
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(std::abs(int{bitmap.view().pixels[i]} - int{requested.view().pixels[i]}) <=
                  rounding);
        }
    }
}

TEST_CASE("composite: every operator gives MapServer's colour and alpha on a transparent image")
{
    for (auto const& expected : on_nothing) {
        CAPTURE(name_of(expected.op));
        auto bitmap = one({200, 150, 100, sixty_percent});
        composite(bitmap, one(source).view(), expected.op, 1);
        CHECK(distance(bitmap, one(expected.color)) <= rounding);
    }
}

// MapServer 8.0.0: COMPOP "clear" OPACITY 50 leaves half of the image, it does not empty it.
TEST_CASE("composite: opacity fades subtractive operators towards the backdrop")
{
    for (auto const op : {Operator::Clear, Operator::SrcOut, Operator::DstIn}) {
        CAPTURE(name_of(op));
        CHECK(std::abs(composed({255, 255, 255}, {0, 0, 0, 0}, op, 0.5).red - 128) <= 1);
    }
}

// W3C "Compositing and Blending Level 1" 10.2: the luminosity of one and the rest of the other.
TEST_CASE("composite: hsl operators leave the components that they do not set")
{
    constexpr Color red{200, 40, 40};
    constexpr Color grey{120, 120, 120};
    CHECK(composed(grey, red, Operator::HslSaturation) == grey); // a grey has no hue to saturate
    CHECK(composed(red, grey, Operator::HslHue).green ==
          composed(red, grey, Operator::HslHue).red); // grey has no hue to give
    CHECK(composed(red, grey, Operator::HslColor) ==
          Color{88, 88, 88}); // 0.3 200 + 0.59 40 + 0.11 40
    auto const lit = composed(red, grey, Operator::HslLuminosity);
    CHECK(std::abs(0.3 * lit.red + 0.59 * lit.green + 0.11 * lit.blue - 120) < 1);
    CHECK(lit.red - lit.green == 160);
}

TEST_CASE("composite: names are found in any case, unknown ones are not")
{
    CHECK(find_operator("Color-Burn") == Operator::ColorBurn);
    CHECK(name_of(Operator::InvertRgb) == "invert-rgb");
    CHECK_FALSE(find_operator("src_over"));
    CHECK_FALSE(find_operator(""));
}

TEST_CASE("composite: images of different size are refused")
{
    Bitmap target(2, 1);
    CHECK_THROWS_AS(composite(target, one({}).view(), Operator::Plus, 1), ms::Error);
}
