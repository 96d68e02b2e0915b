// SPDX-License-Identifier: MIT
#include "image/quantize.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "image/blend.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>

namespace ms::image {

namespace {

static_assert(std::endian::native == std::endian::little); // end_of_run()

using Channels = std::array<std::uint8_t, 4>; // premultiplied

std::uint32_t load(std::uint8_t const* pixel) noexcept
{
    std::uint32_t value = 0;
    std::memcpy(&value, pixel, 4);
    return value;
}

constexpr std::uint32_t transparent = 0; // premultiplied

Channels channels_of(std::uint32_t pixel) noexcept
{
    Channels channels{};
    std::memcpy(channels.data(), &pixel, 4);
    return channels;
}

/// The different colours of an image: a hash table with open addressing.
class ColorTable {
public:
    /// More colours are counted with fewer bits: beyond this, searching the palette for each would
    /// take longer than compressing the image.
    static constexpr std::size_t max_colors = 1U << 14U;

    /// \param most colours that it takes, up to max_colors
    explicit ColorTable(std::size_t most = max_colors) : m_most(most) {}

    /// The colour's number, or nullopt if the table is full.
    std::optional<std::uint32_t> add(std::uint32_t pixel, std::uint32_t mask)
    {
        auto const kept = pixel & mask;
        std::size_t slot = (kept * 0x9E3779B1U) >> (32 - slot_bits);
        for (; m_slots[slot] != 0; slot = (slot + 1) % m_slots.size()) {
            if ((m_colors[m_slots[slot] - 1] & mask) == kept) {
                ++m_counts[m_slots[slot] - 1];
                if (pixel == transparent) { // not the faint colour that came before it
                    m_colors[m_slots[slot] - 1] = transparent;
                }
                return m_slots[slot] - 1;
            }
        }
        if (m_colors.size() == m_most) {
            return std::nullopt;
        }
        m_colors.push_back(pixel);
        m_counts.push_back(1);
        m_slots[slot] = static_cast<std::uint16_t>(m_colors.size());
        return m_slots[slot] - 1;
    }

    [[nodiscard]] std::size_t size() const noexcept { return m_colors.size(); }
    [[nodiscard]] std::span<std::uint32_t const> colors() const noexcept { return m_colors; }
    [[nodiscard]] std::uint64_t count(std::size_t color) const noexcept { return m_counts[color]; }
    void clear()
    {
        if (!m_colors.empty()) { // 128 kB, more than some tiles have
            std::ranges::fill(m_slots, std::uint16_t{0});
        }
        m_colors.clear();
        m_counts.clear();
    }

private:
    static constexpr unsigned slot_bits = 16;
    std::size_t m_most;
    std::vector<std::uint16_t> m_slots =
        std::vector<std::uint16_t>(1U << slot_bits); ///< number + 1
    std::vector<std::uint32_t> m_colors;
    std::vector<std::uint64_t> m_counts;
};

/// Pixels of one colour after one another, also over the ends of rows.
struct Run {
    std::uint16_t color; ///< number
    std::uint16_t pixels;
};

/// The colours of an image, with as many bits as fit the table.
struct Survey {
    ColorTable table;
    std::vector<Run> runs; ///< all pixels
};
static_assert(ColorTable::max_colors < 1U << 16U);

/// All bits but the lowest `dropped` of each channel. Pixels with the same bits become the first of
/// them: colours that cover much of a map stay, and opaque ones stay opaque.
std::uint32_t mask_without(unsigned dropped)
{
    auto const byte = 0xFFU << dropped & 0xFFU;
    return byte * 0x01010101U;
}

std::uint64_t load_two(std::uint8_t const* pixels) noexcept
{
    std::uint64_t value = 0;
    std::memcpy(&value, pixels, 8);
    return value;
}

/// The first pixel that is another than the one at `at`, or the end.
std::uint8_t const* end_of_run(std::uint8_t const* at, std::uint8_t const* end) noexcept
{
    auto const pixel = load(at);
    auto const two = pixel | std::uint64_t{pixel} << 32U;
    for (at += 4; end - at >= 16; at += 16) {
        auto const first = load_two(at) ^ two, second = load_two(at + 8) ^ two;
        if ((first | second) != 0) {
            auto const bits = first != 0 ? std::countr_zero(first) : 64 + std::countr_zero(second);
            return at + bits / 32 * 4; // little-endian: the lowest bits come first
        }
    }
    while (at != end && load(at) == pixel) {
        at += 4;
    }
    return at;
}

bool survey(BitmapView const& bitmap, std::uint32_t mask, Survey& out)
{
    constexpr std::size_t longest = std::numeric_limits<std::uint16_t>::max();
    out.table.clear();
    out.runs.clear();
    out.runs.reserve(bitmap.pixels.size() / 4 / 8);
    auto const* at = bitmap.pixels.data();
    auto const* const end = at + bitmap.pixels.size() / 4 * 4;
    while (at != end) {
        auto const color = out.table.add(load(at), mask);
        if (!color) {
            return false;
        }
        auto const* const next = end_of_run(at, end);
        for (auto left = static_cast<std::size_t>(next - at) / 4; left > 0;) {
            auto const pixels = std::min(left, longest);
            out.runs.push_back(
                {static_cast<std::uint16_t>(*color), static_cast<std::uint16_t>(pixels)});
            left -= pixels;
        }
        at = next;
    }
    return true;
}

Survey survey(BitmapView const& bitmap)
{
    Survey found;
    for (unsigned dropped = 0; !survey(bitmap, mask_without(dropped), found); ++dropped) {
    }
    return found;
}

Color straight(Channels c) noexcept
{
    if (c[3] == 0) {
        return {0, 0, 0, 0};
    }
    auto const divide = [&](std::uint8_t premultiplied) {
        return static_cast<std::uint8_t>(std::min((premultiplied * 255U + c[3] / 2U) / c[3], 255U));
    };
    return {divide(c[0]), divide(c[1]), divide(c[2]), c[3]};
}

/// A run of the colours that will share one entry of the palette.
struct ColorBox {
    std::size_t first = 0;
    std::size_t last = 0; ///< one past the end
    std::array<double, 4> mean{};
    std::size_t widest = 0; ///< channel
    double error = 0;       ///< sum of squares in that channel
};

class MedianCut {
public:
    explicit MedianCut(ColorTable const& table) : m_table(table), m_order(table.size())
    {
        std::iota(m_order.begin(), m_order.end(), 0U);
    }

    std::vector<Channels> run(std::size_t max_colors)
    {
        std::vector<ColorBox> boxes{measured(0, m_order.size())};
        while (boxes.size() < max_colors) {
            auto const worst = std::ranges::max_element(boxes, {}, &ColorBox::error);
            if (worst->error <= 0) {
                break;
            }
            auto const middle = cut(*worst);
            auto const end = worst->last;
            *worst = measured(worst->first, middle);
            boxes.push_back(measured(middle, end));
        }
        std::vector<Channels> palette;
        for (auto const& box : boxes) {
            Channels c{};
            for (std::size_t i = 0; i < 4; ++i) {
                c[i] = static_cast<std::uint8_t>(box.mean[i] + 0.5);
            }
            palette.push_back(c);
        }
        return palette;
    }

private:
    [[nodiscard]] Channels color(std::size_t at) const
    {
        return channels_of(m_table.colors()[m_order[at]]);
    }

    [[nodiscard]] ColorBox measured(std::size_t first, std::size_t last) const
    {
        ColorBox box{.first = first, .last = last};
        std::array<double, 4> squares{};
        double total = 0;
        for (auto at = first; at < last; ++at) {
            auto const weight = static_cast<double>(m_table.count(m_order[at]));
            auto const c = color(at);
            total += weight;
            for (std::size_t i = 0; i < 4; ++i) {
                box.mean[i] += weight * c[i];
                squares[i] += weight * c[i] * c[i];
            }
        }
        for (std::size_t i = 0; i < 4; ++i) {
            box.mean[i] /= total;
            double const error = squares[i] - total * box.mean[i] * box.mean[i];
            if (last - first > 1 && error > box.error) {
                box.error = error;
                box.widest = i;
            }
        }
        return box;
    }

    /// Sorts a box along its widest channel and cuts at the mean: a large flat area then has its
    /// own colour, which a cut at the median would not achieve.
    std::size_t cut(ColorBox const& box)
    {
        auto const begin = m_order.begin() + static_cast<std::ptrdiff_t>(box.first);
        auto const end = m_order.begin() + static_cast<std::ptrdiff_t>(box.last);
        auto const middle = std::partition(begin, end, [&](std::uint32_t number) {
            return channels_of(m_table.colors()[number])[box.widest] <= box.mean[box.widest];
        });
        auto const at = static_cast<std::size_t>(middle - m_order.begin());
        return std::clamp(at, box.first + 1, box.last - 1);
    }

    ColorTable const& m_table;
    std::vector<std::uint32_t> m_order;
};

int distance_of(Channels one, Channels other) noexcept
{
    int distance = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        int const difference = int{one[k]} - int{other[k]};
        distance += difference * difference;
    }
    return distance;
}

/// What shows nothing stays so: its mean with the faint edges of lines would be a veil over the
/// whole image.
void keep_transparent(ColorTable const& table, std::vector<Channels>& palette)
{
    auto const colors = table.colors();
    if (std::ranges::find(colors, transparent) != colors.end()) {
        auto const to_nothing = [](Channels color) { return distance_of(color, Channels{}); };
        *std::ranges::min_element(palette, {}, to_nothing) = Channels{};
    }
}

/// A palette that is searched for the nearest colour; of equally near ones the first. The search
/// proceeds outward in the order of one channel, until that channel alone is farther than the best.
class PaletteSearch {
public:
    explicit PaletteSearch(std::span<Channels const> palette)
    {
        for (std::size_t i = 0; i < palette.size(); ++i) {
            m_entries.push_back({palette[i], static_cast<std::uint8_t>(i)});
        }
        std::ranges::stable_sort(m_entries, {}, along);
    }

    [[nodiscard]] std::uint8_t nearest(Channels color) const noexcept
    {
        auto const middle = std::ranges::lower_bound(m_entries, color[axis], {}, along);
        Best best;
        for (auto up = middle; up != m_entries.end() && best.may_be(*up, color); ++up) {
            best.look_at(*up, color);
        }
        for (auto down = middle; down != m_entries.begin() && best.may_be(*(down - 1), color);) {
            best.look_at(*--down, color);
        }
        return best.index;
    }

private:
    static constexpr std::size_t axis = 1; // green, which differs most on maps

    struct Entry {
        Channels color{};
        std::uint8_t index = 0;
    };

    static std::uint8_t along(Entry const& entry) noexcept { return entry.color[axis]; }

    struct Best {
        int distance = std::numeric_limits<int>::max();
        std::uint8_t index = 0;

        [[nodiscard]] bool may_be(Entry const& entry, Channels color) const noexcept
        {
            int const difference = int{along(entry)} - int{color[axis]};
            return difference * difference <= distance;
        }
        void look_at(Entry const& entry, Channels color) noexcept
        {
            int const found = distance_of(entry.color, color);
            if (found < distance || (found == distance && entry.index < index)) {
                distance = found;
                index = entry.index;
            }
        }
    };

    std::vector<Entry> m_entries;
};

std::vector<std::uint8_t> indexes_of(std::span<Run const> runs,
                                     std::span<std::uint8_t const> to_index, std::size_t pixels)
{
    constexpr std::size_t at_once = 8; // most runs are shorter, and a call for each takes longer
    std::vector<std::uint8_t> indexes(pixels + at_once);
    auto* to = indexes.data();
    for (auto const run : runs) {
        auto const index = to_index[run.color];
        std::memset(to, index, at_once);
        if (run.pixels > at_once) {
            std::memset(to + at_once, index, run.pixels - at_once);
        }
        to += run.pixels;
    }
    indexes.resize(pixels);
    return indexes;
}

/// The image in these colours. Sorted by alpha, so that a PNG's tRNS chunk is short.
IndexedBitmap indexed(BitmapView const& bitmap, Survey const& found, std::vector<Channels> palette)
{
    std::ranges::stable_sort(palette, {}, [](Channels const& c) { return c[3]; });
    PaletteSearch const search{palette};
    std::vector<std::uint8_t> to_index;
    to_index.reserve(found.table.size());
    for (auto const color : found.table.colors()) {
        to_index.push_back(search.nearest(channels_of(color)));
    }
    IndexedBitmap out{.width = bitmap.width, .height = bitmap.height};
    out.indexes = indexes_of(found.runs, to_index, bitmap.pixels.size() / 4);
    for (auto const& color : palette) {
        out.palette.push_back(straight(color));
    }
    return out;
}

std::vector<Channels> all_of(ColorTable const& table)
{
    std::vector<Channels> palette;
    std::ranges::transform(table.colors(), std::back_inserter(palette), channels_of);
    return palette;
}

} // namespace

IndexedBitmap quantize(BitmapView const& bitmap, std::size_t max_colors)
{
    auto const found = survey(bitmap);
    max_colors = std::clamp<std::size_t>(max_colors, 2, max_palette_colors);
    if (found.table.size() <= max_colors) {
        return indexed(bitmap, found, all_of(found.table));
    }
    auto palette = MedianCut(found.table).run(max_colors);
    keep_transparent(found.table, palette);
    return indexed(bitmap, found, std::move(palette));
}

std::optional<IndexedBitmap> in_own_palette(BitmapView const& bitmap, std::size_t max_colors)
{
    Survey found{ColorTable{std::clamp<std::size_t>(max_colors, 2, max_palette_colors)}, {}};
    return survey(bitmap, mask_without(0), found)
               ? std::optional{indexed(bitmap, found, all_of(found.table))}
               : std::nullopt;
}

IndexedBitmap in_palette(BitmapView const& bitmap, std::span<Color const> palette)
{
    std::vector<Channels> premultiplied;
    for (auto const& color : palette.first(std::min(palette.size(), max_palette_colors))) {
        premultiplied.push_back({multiply(color.red, color.alpha),
                                 multiply(color.green, color.alpha),
                                 multiply(color.blue, color.alpha), color.alpha});
    }
    return indexed(bitmap, survey(bitmap), std::move(premultiplied));
}

std::vector<Color> parse_palette(std::string_view text)
{
    std::vector<Color> palette;
    std::size_t number = 0;
    auto const fail = [&](std::string_view what) {
        throw Error{ErrorKind::Source,
                    "palette: line " + std::to_string(number) + ": " + std::string{what}};
    };
    for (auto const line : split(text, '\n')) {
        ++number;
        auto const words = trim(line);
        if (words.empty() || words.front() == '#') {
            continue;
        }
        std::vector<std::uint8_t> values;
        for (auto const word : split(words, ',')) {
            auto const value = parse_int(trim(word));
            if (!value || *value < 0 || *value > 255) {
                fail("not red,green,blue or red,green,blue,alpha from 0 to 255");
            }
            values.push_back(static_cast<std::uint8_t>(*value));
        }
        if (values.size() != 3 && values.size() != 4) {
            fail("not red,green,blue or red,green,blue,alpha from 0 to 255");
        }
        if (palette.size() == max_palette_colors) {
            fail("more than 256 colours");
        }
        palette.push_back(
            {values[0], values[1], values[2], values.size() == 4 ? values[3] : std::uint8_t{255}});
    }
    if (palette.empty()) {
        fail("there is no colour");
    }
    return palette;
}

} // namespace ms::image
