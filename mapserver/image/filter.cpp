// SPDX-License-Identifier: MIT
#include "image/filter.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace ms::image {

namespace {

struct Row {
    std::string_view name;
    FilterKind kind;
    std::size_t arguments;
};
constexpr std::array rows{
    Row{"blur", FilterKind::Blur, 1},           Row{"translate", FilterKind::Translate, 2},
    Row{"grayscale", FilterKind::Grayscale, 0}, Row{"blacken", FilterKind::Blacken, 0},
    Row{"whiten", FilterKind::Whiten, 0},
};

/// Enough for any image; limits sums to 32 bits.
constexpr int farthest_px = 32767;
/// As MapServer's painter limits it.
constexpr int widest_blur_px = 254;

/// Reads an integer and the comma after it, and removes both from the text.
std::optional<int> take_number(std::string_view& text)
{
    while (!text.empty() && text.front() == ' ') {
        text.remove_prefix(1);
    }
    int value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    while (!text.empty() && (text.front() == ' ' || text.front() == ',')) {
        text.remove_prefix(1);
    }
    return std::clamp(value, -farthest_px, farthest_px);
}

/// One row or column of a bitmap, weighted by a triangle: the weights are radius + 1 in the middle
/// and 1 at both ends, and beyond the border its last pixel repeats (like Klingemann's "stack
/// blur", which MapServer uses). A running sum is updated as the weights change.
class LineBlur {
public:
    explicit LineBlur(int radius) : m_radius(radius) {}

    void run(std::uint8_t* first, std::ptrdiff_t step, int length)
    {
        m_line.resize(static_cast<std::size_t>(length));
        for (std::size_t channel = 0; channel < 4; ++channel) {
            auto* pixel = first + channel;
            for (auto& value : m_line) {
                value = *pixel;
                pixel += step;
            }
            blur(first + channel, step);
        }
    }

private:
    [[nodiscard]] std::int64_t at(std::int64_t i) const noexcept
    {
        auto const last = static_cast<std::int64_t>(m_line.size()) - 1;
        return m_line[static_cast<std::size_t>(std::clamp<std::int64_t>(i, 0, last))];
    }

    void blur(std::uint8_t* to, std::ptrdiff_t step) const
    {
        std::int64_t const r = m_radius;
        std::int64_t const total = (r + 1) * (r + 1);
        std::int64_t sum = 0;      // weighted
        std::int64_t leaving = 0;  // plain, of [i - r, i]
        std::int64_t entering = 0; // plain, of [i + 1, i + r + 1]
        for (std::int64_t k = -r; k <= r; ++k) {
            sum += at(k) * (r + 1 - std::abs(k));
        }
        for (std::int64_t k = 0; k <= r; ++k) {
            leaving += at(-k);
            entering += at(k + 1);
        }
        for (std::size_t n = 0; n < m_line.size(); ++n, to += step) {
            *to = static_cast<std::uint8_t>(sum / total);
            auto const i = static_cast<std::int64_t>(n);
            sum += entering - leaving;
            leaving += at(i + 1) - at(i - r);
            entering += at(i + r + 2) - at(i + 1);
        }
    }

    int m_radius;
    std::vector<std::uint8_t> m_line;
};

void blur(Bitmap& bitmap, int radius)
{
    LineBlur line(std::clamp(radius, 0, widest_blur_px));
    auto const stride = static_cast<std::ptrdiff_t>(bitmap.width()) * 4;
    auto* const pixels = bitmap.pixels().data();
    for (int y = 0; y < bitmap.height(); ++y) {
        line.run(pixels + y * stride, 4, bitmap.width());
    }
    for (int x = 0; x < bitmap.width(); ++x) {
        line.run(pixels + static_cast<std::ptrdiff_t>(x) * 4, stride, bitmap.height());
    }
}

void translate(Bitmap& bitmap, int dx, int dy)
{
    Bitmap moved(bitmap.width(), bitmap.height());
    auto const width = bitmap.width() - std::min(std::abs(dx), bitmap.width());
    auto const height = bitmap.height() - std::min(std::abs(dy), bitmap.height());
    auto const offset = [&](int x, int y) {
        return (static_cast<std::ptrdiff_t>(y) * bitmap.width() + x) * 4;
    };
    for (int y = 0; width > 0 && y < height; ++y) {
        auto const* const from =
            bitmap.pixels().data() + offset(std::max(-dx, 0), y + std::max(-dy, 0));
        std::copy_n(from, static_cast<std::ptrdiff_t>(width) * 4,
                    moved.pixels().data() + offset(std::max(dx, 0), y + std::max(dy, 0)));
    }
    bitmap = std::move(moved);
}

/// \param shade  of a premultiplied pixel
template <typename Shade>
void recolor(Bitmap& bitmap, Shade shade)
{
    auto const pixels = bitmap.pixels();
    for (std::size_t i = 0; i + 3 < pixels.size(); i += 4) {
        auto const value = static_cast<std::uint8_t>(shade(pixels.data() + i));
        std::fill_n(pixels.data() + i, 3, value);
    }
}

} // namespace

std::optional<Filter> parse_filter(std::string_view text)
{
    auto const open = text.find('(');
    if (open == std::string_view::npos || text.back() != ')') {
        return std::nullopt;
    }
    auto const* const row = std::ranges::find_if(rows, [&](Row const& candidate) {
        return equals_ignoring_case(candidate.name, text.substr(0, open));
    });
    if (row == rows.end()) {
        return std::nullopt;
    }
    auto arguments = text.substr(open + 1, text.size() - open - 2);
    std::array<int, 2> values{};
    for (std::size_t i = 0; i < row->arguments; ++i) {
        auto const value = take_number(arguments);
        if (!value) {
            return std::nullopt;
        }
        values[i] = *value;
    }
    if (arguments.find_first_not_of(' ') != std::string_view::npos) {
        return std::nullopt;
    }
    return Filter{row->kind, values[0], values[1]};
}

std::string text_of(Filter const& filter)
{
    auto const& row = *std::ranges::find(rows, filter.kind, &Row::kind);
    std::string text{row.name};
    text += '(';
    if (row.arguments > 0) {
        text += std::to_string(filter.x);
    }
    if (row.arguments > 1) {
        text += ',' + std::to_string(filter.y);
    }
    return text + ')';
}

void apply(Filter const& filter, Bitmap& bitmap)
{
    switch (filter.kind) {
    case FilterKind::Blur:
        return blur(bitmap, filter.x);
    case FilterKind::Translate:
        return translate(bitmap, filter.x, filter.y);
    case FilterKind::Grayscale:
        return recolor(bitmap, [](std::uint8_t const* p) { return (p[0] + p[1] + p[2]) / 3; });
    case FilterKind::Blacken:
        return recolor(bitmap, [](std::uint8_t const*) { return 0; });
    case FilterKind::Whiten:
        return recolor(bitmap, [](std::uint8_t const* p) { return p[3]; });
    }
}

} // namespace ms::image
