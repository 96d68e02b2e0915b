// SPDX-License-Identifier: MIT
// After "Graphics Interchange Format, Version 89a", CompuServe 1990.
#include "image/gif.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace ms::image {

namespace {

using Bytes = std::span<std::uint8_t const>;

[[noreturn]] void fail(char const* what)
{
    throw Error{ErrorKind::Source, std::string("GIF: ") + what};
}

/// Images that MapServer rejects, too: with its error message.
[[noreturn]] void refuse(std::string const& what)
{
    throw PublicError{ErrorKind::Source, "GIF: " + what,
                      "readGIF(): General error message. " + what};
}

class Reader {
public:
    explicit Reader(Bytes file) : m_rest(file) {}

    [[nodiscard]] bool is_at_end() const noexcept { return m_rest.empty(); }
    Bytes take(std::size_t count)
    {
        if (count > m_rest.size()) {
            fail("the file is cut off");
        }
        auto const taken = m_rest.first(count);
        m_rest = m_rest.subspan(count);
        return taken;
    }
    /// As much of it as there is.
    Bytes take_some(std::size_t count) { return take(std::min(count, m_rest.size())); }
    unsigned byte() { return take(1)[0]; }
    int number()
    {
        auto const two = take(2);
        return two[0] | two[1] << 8;
    }

private:
    Bytes m_rest;
};

/// The bits of the data sub-blocks of an image, low bits first (section 15 and appendix F).
class BitReader {
public:
    explicit BitReader(Reader& reader) : m_reader(reader) {}

    /// nullopt at the end of the data.
    std::optional<unsigned> code(unsigned size)
    {
        while (m_count < size) {
            if (m_block.empty()) {
                m_block = m_reader.is_at_end() ? Bytes{} : m_reader.take_some(m_reader.byte());
                if (m_block.empty()) {
                    return std::nullopt;
                }
            }
            m_bits |= static_cast<std::uint32_t>(m_block.front()) << m_count;
            m_block = m_block.subspan(1);
            m_count += 8;
        }
        auto const code = m_bits & ((1U << size) - 1);
        m_bits >>= size;
        m_count -= size;
        return code;
    }

private:
    Reader& m_reader;
    Bytes m_block;
    std::uint32_t m_bits = 0;
    unsigned m_count = 0;
};

/// Variable-length-code LZW (appendix F).
class Lzw {
public:
    explicit Lzw(unsigned min_code_size)
        : m_clear(1U << min_code_size), m_first_size(min_code_size + 1)
    {
        reset();
    }

    /// The numbers of the pixels in the order of the file; at most `count`.
    std::vector<std::uint8_t> decode(BitReader bits, std::size_t count)
    {
        std::vector<std::uint8_t> pixels;
        while (pixels.size() < count) {
            auto const code = bits.code(m_size);
            if (!code || *code == m_clear + 1) {
                break;
            }
            if (*code == m_clear) {
                reset();
            } else if (!add(*code, pixels)) {
                break; // no encoder writes such a code
            }
        }
        pixels.resize(std::min(pixels.size(), count));
        return pixels;
    }

private:
    static constexpr unsigned max_codes = 4096;

    void reset()
    {
        m_next = m_clear + 2;
        m_size = m_first_size;
        m_previous.reset();
    }

    bool add(unsigned code, std::vector<std::uint8_t>& pixels)
    {
        if (code > m_next || (code == m_next && !m_previous)) {
            return false;
        }
        m_string.clear();
        unsigned at = code;
        if (code == m_next) { // the previous string and its own first pixel
            m_string.push_back(0);
            at = *m_previous;
        }
        for (; at >= m_clear; at = m_prefixes[at]) {
            m_string.push_back(m_suffixes[at]);
        }
        auto const first = static_cast<std::uint8_t>(at);
        m_string.push_back(first);
        if (code == m_next) {
            m_string.front() = first;
        }
        pixels.insert(pixels.end(), m_string.rbegin(), m_string.rend());
        if (m_previous && m_next < max_codes) {
            m_prefixes[m_next] = static_cast<std::uint16_t>(*m_previous);
            m_suffixes[m_next] = first;
            ++m_next;
            if (m_next == 1U << m_size && m_size < 12) {
                ++m_size;
            }
        }
        m_previous = code;
        return true;
    }

    unsigned m_clear;
    unsigned m_first_size;
    unsigned m_next = 0;
    unsigned m_size = 0;
    std::optional<unsigned> m_previous;
    std::array<std::uint16_t, max_codes> m_prefixes{};
    std::array<std::uint8_t, max_codes> m_suffixes{};
    std::vector<std::uint8_t> m_string; ///< back to front
};

struct Frame {
    int left, top, width, height;
    bool is_interlaced;
    Bytes colors;
    std::optional<unsigned> transparent;
};

/// Rows come in four passes when they are interlaced (appendix E).
int row_of(int number, Frame const& frame)
{
    if (!frame.is_interlaced) {
        return number;
    }
    struct Pass {
        int first, step;
    };
    for (auto const pass : std::array{Pass{0, 8}, Pass{4, 8}, Pass{2, 4}, Pass{1, 2}}) {
        int const rows = (frame.height - pass.first + pass.step - 1) / pass.step;
        if (number < rows) {
            return pass.first + number * pass.step;
        }
        number -= std::max(rows, 0);
    }
    return frame.height - 1;
}

void paint(Frame const& frame, std::span<std::uint8_t const> numbers, Bitmap& bitmap)
{
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        auto const column = static_cast<int>(i % static_cast<std::size_t>(frame.width));
        auto const number = static_cast<int>(i / static_cast<std::size_t>(frame.width));
        int const x = frame.left + column;
        int const y = frame.top + row_of(number, frame);
        std::size_t const color = std::size_t{numbers[i]} * 3;
        if (x >= bitmap.width() || y >= bitmap.height() || numbers[i] == frame.transparent ||
            color + 2 >= frame.colors.size()) {
            continue;
        }
        auto* const to = bitmap.pixels().data() +
                         (static_cast<std::size_t>(y) * static_cast<std::size_t>(bitmap.width()) +
                          static_cast<std::size_t>(x)) *
                             4;
        std::copy_n(frame.colors.begin() + static_cast<std::ptrdiff_t>(color), 3, to);
        to[3] = 255;
    }
}

Bytes color_table(Reader& reader, unsigned flags)
{
    return (flags & 0x80U) != 0 ? reader.take(std::size_t{3} << ((flags & 7U) + 1)) : Bytes{};
}

/// \param transparent set from a graphic control extension, else unchanged
void pass_extension(Reader& reader, std::optional<unsigned>& transparent)
{
    constexpr unsigned graphic_control = 0xF9;
    bool is_control = reader.byte() == graphic_control;
    for (auto size = reader.byte(); size != 0; size = reader.byte()) {
        auto const block = reader.take(size);
        if (is_control && block.size() >= 4 && (block[0] & 1U) != 0) {
            transparent = block[3];
        }
        is_control = false;
    }
}

Frame read_frame(Reader& reader, Bytes global_colors, std::optional<unsigned> transparent)
{
    Frame frame{reader.number(), reader.number(), reader.number(), reader.number(), false, {},
                transparent};
    auto const flags = reader.byte();
    frame.is_interlaced = (flags & 0x40U) != 0;
    auto const own = color_table(reader, flags);
    frame.colors = own.empty() ? global_colors : own;
    return frame;
}

} // namespace

Bitmap decode_gif(std::span<std::uint8_t const> file, std::size_t max_pixels)
{
    Reader reader{file};
    reader.take(6); // signature and version
    int const screen_width = reader.number();
    int const screen_height = reader.number();
    auto const flags = reader.byte();
    reader.take(2); // background, aspect ratio
    auto const colors = color_table(reader, flags);
    std::optional<unsigned> transparent;
    constexpr unsigned extension = 0x21;
    constexpr unsigned image = 0x2C;
    constexpr unsigned trailer = 0x3B;
    for (auto kind = reader.byte(); kind != image; kind = reader.byte()) {
        if (kind == trailer && colors.empty()) {
            refuse("gif image has no color map");
        }
        if (kind != extension) {
            fail("there is no image in it");
        }
        pass_extension(reader, transparent);
    }
    auto const frame = read_frame(reader, colors, transparent);
    int const width = screen_width > 0 ? screen_width : frame.width;
    int const height = screen_height > 0 ? screen_height : frame.height;
    auto const is_too_large = [&](int w, int h) {
        return static_cast<std::size_t>(w) > max_pixels / static_cast<std::size_t>(std::max(h, 1));
    };
    if (is_too_large(width, height) || is_too_large(frame.width, frame.height)) {
        throw Error{ErrorKind::Limit, "GIF: the image is larger than allowed"};
    }
    if (frame.left + frame.width > width || frame.top + frame.height > height) {
        refuse("corrupted gif image, img size exceeds screen size");
    }
    if (frame.colors.empty()) {
        refuse("gif image has no color map");
    }
    auto const min_code_size = reader.byte();
    if (width < 1 || height < 1 || min_code_size < 1 || min_code_size > 8) {
        fail("the file is broken");
    }
    Bitmap bitmap(width, height);
    auto const count =
        static_cast<std::size_t>(frame.width) * static_cast<std::size_t>(frame.height);
    paint(frame, Lzw{min_code_size}.decode(BitReader{reader}, count), bitmap);
    return bitmap;
}

} // namespace ms::image
