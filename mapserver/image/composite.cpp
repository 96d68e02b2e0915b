// SPDX-License-Identifier: MIT
// The formulas are those of the W3C's "SVG Compositing Specification" (working draft of 15 March
// 2011), on premultiplied colours: Sca, Sa of the source, Dca, Da of the backdrop. Minus, contrast,
// invert and invert-rgb are not in it; they were found by blending colours with MapServer 8.0.0
// (tests/unit/image/test_composite.cpp).
#include "image/composite.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "image/blend.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ms::image {

namespace {

struct Row {
    std::string_view name;
    Operator op;
};
constexpr std::array rows{
    Row{"clear", Operator::Clear},
    Row{"src", Operator::Src},
    Row{"dst", Operator::Dst},
    Row{"src-over", Operator::SrcOver},
    Row{"dst-over", Operator::DstOver},
    Row{"src-in", Operator::SrcIn},
    Row{"dst-in", Operator::DstIn},
    Row{"src-out", Operator::SrcOut},
    Row{"dst-out", Operator::DstOut},
    Row{"src-atop", Operator::SrcAtop},
    Row{"dst-atop", Operator::DstAtop},
    Row{"xor", Operator::Xor},
    Row{"plus", Operator::Plus},
    Row{"minus", Operator::Minus},
    Row{"multiply", Operator::Multiply},
    Row{"screen", Operator::Screen},
    Row{"overlay", Operator::Overlay},
    Row{"darken", Operator::Darken},
    Row{"lighten", Operator::Lighten},
    Row{"color-dodge", Operator::ColorDodge},
    Row{"color-burn", Operator::ColorBurn},
    Row{"hard-light", Operator::HardLight},
    Row{"soft-light", Operator::SoftLight},
    Row{"difference", Operator::Difference},
    Row{"exclusion", Operator::Exclusion},
    Row{"contrast", Operator::Contrast},
    Row{"invert", Operator::Invert},
    Row{"invert-rgb", Operator::InvertRgb},
    Row{"hsl-hue", Operator::HslHue},
    Row{"hsl-saturation", Operator::HslSaturation},
    Row{"hsl-color", Operator::HslColor},
    Row{"hsl-luminosity", Operator::HslLuminosity},
};

using Rgb = std::array<float, 3>;

/// A premultiplied pixel, 0..1.
struct Pixel {
    Rgb rgb{};
    float alpha = 0;
};

Pixel load(std::uint8_t const* p) noexcept
{
    return {{p[0] / 255.0F, p[1] / 255.0F, p[2] / 255.0F}, p[3] / 255.0F};
}

std::uint8_t to_byte(float value, float most) noexcept
{
    return static_cast<std::uint8_t>(std::clamp(value, 0.0F, most) * 255.0F + 0.5F);
}

void store(std::uint8_t* p, Pixel const& pixel) noexcept
{
    float const alpha = std::clamp(pixel.alpha, 0.0F, 1.0F);
    for (std::size_t i = 0; i < 3; ++i) {
        p[i] = to_byte(pixel.rgb[i], alpha);
    }
    p[3] = to_byte(alpha, 1);
}

/// Shares of source and target that stay, as factors of each.
template <typename Source, typename Target>
auto porter_duff(Source source_share, Target target_share)
{
    return [=](Pixel const& s, Pixel const& d) {
        float const fs = source_share(d.alpha);
        float const fd = target_share(s.alpha);
        Pixel out;
        for (std::size_t i = 0; i < 3; ++i) {
            out.rgb[i] = s.rgb[i] * fs + d.rgb[i] * fd;
        }
        out.alpha = s.alpha * fs + d.alpha * fd;
        return out;
    };
}

constexpr auto none = [](float) { return 0.0F; };
constexpr auto all = [](float) { return 1.0F; };
constexpr auto inside = [](float alpha) { return alpha; };
constexpr auto outside = [](float alpha) { return 1 - alpha; };

/// \param mix  the colour where both cover the pixel: mix(Sca, Dca, Sa, Da)
template <typename Mix>
auto separable(Mix mix)
{
    return [=](Pixel const& s, Pixel const& d) {
        Pixel out;
        for (std::size_t i = 0; i < 3; ++i) {
            out.rgb[i] = mix(s.rgb[i], d.rgb[i], s.alpha, d.alpha) + s.rgb[i] * (1 - d.alpha) +
                         d.rgb[i] * (1 - s.alpha);
        }
        out.alpha = s.alpha + d.alpha - s.alpha * d.alpha;
        return out;
    };
}

Pixel plus(Pixel const& s, Pixel const& d) noexcept
{
    Pixel out;
    for (std::size_t i = 0; i < 3; ++i) {
        out.rgb[i] = s.rgb[i] + d.rgb[i];
    }
    out.alpha = std::min(s.alpha + d.alpha, 1.0F);
    return out;
}

Pixel minus(Pixel const& s, Pixel const& d) noexcept
{
    Pixel out;
    for (std::size_t i = 0; i < 3; ++i) {
        out.rgb[i] = d.rgb[i] - s.rgb[i];
    }
    out.alpha = s.alpha + d.alpha - s.alpha * d.alpha;
    return out;
}

/// Moves the backdrop away from medium grey where the source is light, towards it where dark.
Pixel contrast(Pixel const& s, Pixel const& d) noexcept
{
    Pixel out{{}, d.alpha};
    for (std::size_t i = 0; i < 3; ++i) {
        out.rgb[i] = (d.rgb[i] - d.alpha / 2) * 2 * s.rgb[i] + d.alpha * s.alpha / 2 +
                     d.rgb[i] * (1 - s.alpha);
    }
    return out;
}

/// \param share  of the inverted colour, by channel
template <typename Share>
auto inverted(Share share)
{
    return [=](Pixel const& s, Pixel const& d) {
        Pixel out{{}, s.alpha + d.alpha - s.alpha * d.alpha};
        for (std::size_t i = 0; i < 3; ++i) {
            out.rgb[i] = (d.alpha - d.rgb[i]) * share(s, i) + d.rgb[i] * (1 - s.alpha);
        }
        return out;
    };
}

float hard_light(float s, float d, float sa, float da) noexcept
{
    return 2 * s < sa ? 2 * s * d : sa * da - 2 * (da - d) * (sa - s);
}

float color_dodge(float s, float d, float sa, float da) noexcept
{
    return s * da + d * sa >= sa * da ? sa * da : d * sa / (1 - s / sa);
}

float color_burn(float s, float d, float sa, float da) noexcept
{
    return s * da + d * sa <= sa * da ? 0 : sa * (s * da + d * sa - sa * da) / s;
}

float soft_light(float s, float d, float sa, float da) noexcept
{
    if (da <= 0) {
        return 0;
    }
    float const m = d / da;
    if (2 * s < sa) {
        return d * (sa + (1 - m) * (2 * s - sa));
    }
    return 8 * d <= da ? d * (sa + (1 - m) * (2 * s - sa) * (3 - 8 * m))
                       : d * sa + (std::sqrt(m) * da - d) * (2 * s - sa);
}

// W3C "Compositing and Blending Level 1" 10.2, non-separable blend modes.

float luminosity(Rgb const& c) noexcept
{
    return 0.3F * c[0] + 0.59F * c[1] + 0.11F * c[2];
}

float saturation(Rgb const& c) noexcept
{
    auto const [low, high] = std::ranges::minmax(c);
    return high - low;
}

Rgb with_luminosity(Rgb c, float requested) noexcept
{
    float const shift = requested - luminosity(c);
    std::ranges::for_each(c, [&](float& value) { value += shift; });
    auto const [low, high] = std::ranges::minmax(c);
    for (float& value : c) {
        if (low < 0) {
            value = requested + (value - requested) * requested / (requested - low);
        }
        if (high > 1) {
            value = requested + (value - requested) * (1 - requested) / (high - requested);
        }
    }
    return c;
}

Rgb with_saturation(Rgb c, float requested) noexcept
{
    auto const [low, high] = std::ranges::minmax(c);
    for (float& value : c) {
        value = high > low ? (value - low) * requested / (high - low) : 0;
    }
    return c;
}

Rgb straight(Pixel const& pixel) noexcept
{
    Rgb out{};
    for (std::size_t i = 0; pixel.alpha > 0 && i < 3; ++i) {
        out[i] = pixel.rgb[i] / pixel.alpha;
    }
    return out;
}

/// \param mix  of straight colours
template <typename Mix>
auto non_separable(Mix mix)
{
    return [=](Pixel const& s, Pixel const& d) {
        auto const mixed = mix(straight(s), straight(d));
        Pixel out{{}, s.alpha + d.alpha - s.alpha * d.alpha};
        for (std::size_t i = 0; i < 3; ++i) {
            out.rgb[i] =
                mixed[i] * s.alpha * d.alpha + s.rgb[i] * (1 - d.alpha) + d.rgb[i] * (1 - s.alpha);
        }
        return out;
    };
}

/// How opacity applies: either to the source, or as a mix of result and backdrop.
enum class Fade : std::uint8_t { Source, Result };

template <typename Combine>
void each_pixel(Bitmap& target, BitmapView const& source, float opacity, Fade fade, Combine combine)
{
    auto* to = target.pixels().data();
    auto const* from = source.pixels.data();
    for (std::size_t n = source.pixels.size() / 4; n > 0; --n, to += 4, from += 4) {
        auto const d = load(to);
        auto s = load(from);
        if (fade == Fade::Source) {
            s.alpha *= opacity;
            std::ranges::for_each(s.rgb, [&](float& value) { value *= opacity; });
            store(to, combine(s, d));
            continue;
        }
        auto out = combine(s, d);
        for (std::size_t i = 0; i < 3; ++i) {
            out.rgb[i] = out.rgb[i] * opacity + d.rgb[i] * (1 - opacity);
        }
        out.alpha = out.alpha * opacity + d.alpha * (1 - opacity);
        store(to, out);
    }
}

void compose_shapes(Bitmap& target, BitmapView const& source, Operator op, float opacity)
{
    auto const run = [&](Fade fade, auto combine) {
        each_pixel(target, source, opacity, fade, combine);
    };
    switch (op) {
    case Operator::Clear:
        return run(Fade::Result, porter_duff(none, none));
    case Operator::Src:
        return run(Fade::Result, porter_duff(all, none));
    case Operator::DstOver:
        return run(Fade::Source, porter_duff(outside, all));
    case Operator::SrcIn:
        return run(Fade::Result, porter_duff(inside, none));
    case Operator::DstIn:
        return run(Fade::Result, porter_duff(none, inside));
    case Operator::SrcOut:
        return run(Fade::Result, porter_duff(outside, none));
    case Operator::DstOut:
        return run(Fade::Source, porter_duff(none, outside));
    case Operator::SrcAtop:
        return run(Fade::Source, porter_duff(inside, outside));
    case Operator::DstAtop:
        return run(Fade::Result, porter_duff(outside, inside));
    case Operator::Xor:
        return run(Fade::Source, porter_duff(outside, outside));
    default:
        return run(Fade::Source, porter_duff(all, outside));
    }
}

void compose_colors(Bitmap& target, BitmapView const& source, Operator op, float opacity)
{
    auto const run = [&](auto combine) {
        each_pixel(target, source, opacity, Fade::Source, combine);
    };
    auto const mixed = [&](auto mix) { run(separable(mix)); };
    switch (op) {
    case Operator::Plus:
        return run(plus);
    case Operator::Minus:
        return run(minus);
    case Operator::Multiply:
        return mixed([](float s, float d, float, float) { return s * d; });
    case Operator::Screen:
        return mixed([](float s, float d, float sa, float da) { return s * da + d * sa - s * d; });
    case Operator::Overlay:
        return mixed([](float s, float d, float sa, float da) { return hard_light(d, s, da, sa); });
    case Operator::Darken:
        return mixed([](float s, float d, float sa, float da) { return std::min(s * da, d * sa); });
    case Operator::Lighten:
        return mixed([](float s, float d, float sa, float da) { return std::max(s * da, d * sa); });
    case Operator::ColorDodge:
        return mixed(color_dodge);
    case Operator::ColorBurn:
        return mixed(color_burn);
    case Operator::HardLight:
        return mixed(hard_light);
    case Operator::SoftLight:
        return mixed(soft_light);
    case Operator::Difference:
        return mixed(
            [](float s, float d, float sa, float da) { return std::abs(s * da - d * sa); });
    case Operator::Exclusion:
        return mixed(
            [](float s, float d, float sa, float da) { return s * da + d * sa - 2 * s * d; });
    case Operator::Contrast:
        return run(contrast);
    case Operator::Invert:
        return run(inverted([](Pixel const& s, std::size_t) { return s.alpha; }));
    default:
        return run(inverted([](Pixel const& s, std::size_t i) { return s.rgb[i]; }));
    }
}

void compose_hsl(Bitmap& target, BitmapView const& source, Operator op, float opacity)
{
    auto const run = [&](auto mix) {
        each_pixel(target, source, opacity, Fade::Source, non_separable(mix));
    };
    switch (op) {
    case Operator::HslHue:
        return run([](Rgb const& s, Rgb const& d) {
            return with_luminosity(with_saturation(s, saturation(d)), luminosity(d));
        });
    case Operator::HslSaturation:
        return run([](Rgb const& s, Rgb const& d) {
            return with_luminosity(with_saturation(d, saturation(s)), luminosity(d));
        });
    case Operator::HslColor:
        return run([](Rgb const& s, Rgb const& d) { return with_luminosity(s, luminosity(d)); });
    default:
        return run([](Rgb const& s, Rgb const& d) { return with_luminosity(d, luminosity(s)); });
    }
}

} // namespace

std::optional<Operator> find_operator(std::string_view name) noexcept
{
    auto const* const found = std::ranges::find_if(
        rows, [&](Row const& row) { return equals_ignoring_case(row.name, name); });
    return found == rows.end() ? std::nullopt : std::optional{found->op};
}

std::string_view name_of(Operator op) noexcept
{
    return std::ranges::find(rows, op, &Row::op)->name;
}

void composite(Bitmap& target, BitmapView const& source, Operator op, double opacity)
{
    if (source.width != target.width() || source.height != target.height()) {
        throw Error{ErrorKind::Internal, "image: images of different size cannot be combined"};
    }
    auto const share = static_cast<float>(std::clamp(opacity, 0.0, 1.0));
    if (op == Operator::SrcOver) {
        blend_over(target, source, 0, 0, opacity);
    } else if (op >= Operator::HslHue) {
        compose_hsl(target, source, op, share);
    } else if (op >= Operator::Plus) {
        compose_colors(target, source, op, share);
    } else if (op != Operator::Dst) {
        compose_shapes(target, source, op, share);
    }
}

} // namespace ms::image
