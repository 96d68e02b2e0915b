// SPDX-License-Identifier: MIT
#include "store/tile_file.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace ms::store {

namespace {

/// The last bytes of a file, with the number of the form.
constexpr std::string_view mark = "mspt1";
/// Of each of the three texts.
constexpr std::size_t longest_text = 4096;
constexpr std::size_t numbers =
    5; ///< lengths of the texts, size without compression, whether compressed
constexpr std::size_t number_bytes = 8;
constexpr std::size_t tail_bytes = numbers * number_bytes + mark.size();

[[noreturn]] void refuse()
{
    throw Error{ErrorKind::Source, "a tile's file is not whole, or not one of this program"};
}

void append(std::vector<std::uint8_t>& bytes, std::string_view text)
{
    bytes.insert(bytes.end(), text.begin(), text.end());
}

/// Low byte first, on every machine.
void append(std::vector<std::uint8_t>& bytes, std::uint64_t number)
{
    for (std::size_t i = 0; i < number_bytes; ++i) {
        bytes.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
    }
}

std::uint64_t number_at(std::span<std::uint8_t const> bytes)
{
    std::uint64_t number = 0;
    for (std::size_t i = number_bytes; i > 0; --i) {
        number = number << 8U | bytes[i - 1];
    }
    return number;
}

/// Takes the text of a length from the end.
std::string text_before(std::span<std::uint8_t const>& bytes, std::uint64_t length)
{
    if (length > longest_text || length > bytes.size()) {
        refuse();
    }
    auto const text = bytes.last(static_cast<std::size_t>(length));
    bytes = bytes.first(bytes.size() - text.size());
    return {text.begin(), text.end()};
}

} // namespace

std::vector<std::uint8_t> tile_file(StoredTile const& stored)
{
    auto const& tile = stored.tile;
    std::array<std::string_view, 3> const texts{stored.key.tileset, stored.state, tile.type};
    if (tile.bytes.size() > largest_tile ||
        std::ranges::any_of(texts, [](auto text) { return text.size() > longest_text; })) {
        throw Error{ErrorKind::Limit, "a tile is too large to be stored"};
    }
    std::vector<std::uint8_t> file;
    file.reserve(tile.bytes.size() + stored.key.tileset.size() + stored.state.size() +
                 tile.type.size() + tail_bytes);
    file = tile.bytes;
    for (auto const text : texts) {
        append(file, text);
    }
    for (auto const text : texts) {
        append(file, std::uint64_t{text.size()});
    }
    append(file, std::uint64_t{tile.plain_size});
    append(file, std::uint64_t{tile.is_compressed});
    append(file, mark);
    return file;
}

FileTile parse_tile_file(std::span<std::uint8_t const> file)
{
    if (file.size() < tail_bytes || !std::ranges::equal(file.last(mark.size()), mark)) {
        refuse();
    }
    std::array<std::uint64_t, numbers> values{};
    auto const tail = file.last(tail_bytes);
    for (std::size_t i = 0; i < numbers; ++i) {
        values[i] = number_at(tail.subspan(i * number_bytes, number_bytes));
    }
    auto const& [tileset_length, state_length, type_length, plain_size, is_compressed] = values;
    FileTile found;
    auto rest = file.first(file.size() - tail_bytes);
    found.tile.type = text_before(rest, type_length);
    found.state = text_before(rest, state_length);
    found.tileset = text_before(rest, tileset_length);
    if (rest.size() > largest_tile || plain_size > largest_tile || is_compressed > 1) {
        refuse();
    }
    found.tile.bytes.assign(rest.begin(), rest.end());
    found.tile.plain_size = static_cast<std::size_t>(plain_size);
    found.tile.is_compressed = is_compressed == 1;
    return found;
}

std::size_t largest_tile_file() noexcept
{
    return largest_tile + 3 * longest_text + tail_bytes;
}

} // namespace ms::store
