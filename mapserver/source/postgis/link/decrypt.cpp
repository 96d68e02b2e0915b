// SPDX-License-Identifier: MIT
#include "source/postgis/link/decrypt.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <span>
#include <vector>

namespace ms::source::postgis {

namespace {

constexpr std::size_t block_size = 8;
constexpr std::size_t key_size = 16;
constexpr std::uint32_t delta = 0x9E3779B9; // 2^32 divided by the golden ratio
constexpr std::uint32_t rounds = 32;

/// Whole blocks of bytes from hexadecimal digits, else nothing.
std::vector<std::uint8_t> blocks_from(std::string_view digits)
{
    std::vector<std::uint8_t> bytes;
    if (digits.size() % (2 * block_size) != 0) {
        return bytes;
    }
    for (std::size_t i = 0; i < digits.size(); i += 2) {
        std::uint8_t byte = 0;
        auto const* const first = digits.data() + i;
        if (std::from_chars(first, first + 2, byte, 16).ptr != first + 2) {
            return {};
        }
        bytes.push_back(byte);
    }
    return bytes;
}

std::uint32_t read_word(std::span<std::uint8_t const> bytes) noexcept
{
    return static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8U |
           static_cast<std::uint32_t>(bytes[2]) << 16U |
           static_cast<std::uint32_t>(bytes[3]) << 24U;
}

void append_word(std::uint32_t word, std::string& out)
{
    for (unsigned shift = 0; shift < 32; shift += 8) {
        out.push_back(static_cast<char>(word >> shift & 0xffU));
    }
}

std::uint32_t mixed(std::uint32_t word) noexcept
{
    return ((word << 4U) ^ (word >> 5U)) + word;
}

void append_decrypted(std::span<std::uint8_t const> block, EncryptionKey const& key,
                      std::string& out)
{
    auto y = read_word(block);
    auto z = read_word(block.subspan(4));
    auto sum = delta * rounds;
    for (std::uint32_t i = 0; i < rounds; ++i) {
        z -= mixed(y) ^ (sum + key[sum >> 11U & 3U]);
        sum -= delta;
        y -= mixed(z) ^ (sum + key[sum & 3U]);
    }
    append_word(y, out);
    append_word(z, out);
}

std::string decrypted(std::span<std::uint8_t const> bytes, EncryptionKey const& key)
{
    std::string text;
    for (; !bytes.empty(); bytes = bytes.subspan(block_size)) {
        append_decrypted(bytes.first(block_size), key, text);
    }
    text.resize(std::min(text.find('\0'), text.size()));
    return text;
}

/// Calls `plain(text)` and `token(bytes)` for the pieces of a text in their order.
template <typename Plain, typename Token>
void for_each_piece(std::string_view text, Plain plain, Token token)
{
    while (!text.empty()) {
        auto const open = text.find('{');
        auto const close = open == std::string_view::npos ? open : text.find('}', open);
        if (close == std::string_view::npos) {
            plain(text);
            return;
        }
        if (auto const bytes = blocks_from(text.substr(open + 1, close - open - 1));
            !bytes.empty()) {
            plain(text.substr(0, open));
            token(std::span{bytes});
            text.remove_prefix(close + 1);
        } else {
            plain(text.substr(0, open + 1));
            text.remove_prefix(open + 1);
        }
    }
}

} // namespace

std::optional<EncryptionKey> read_key(std::filesystem::path const& file)
{
    std::ifstream stream{file};
    std::string digits;
    stream >> digits;
    auto const bytes = blocks_from(digits);
    if (bytes.size() != key_size) {
        return std::nullopt;
    }
    EncryptionKey key{};
    for (std::size_t i = 0; i < key.size(); ++i) {
        key[i] = read_word(std::span{bytes}.subspan(4 * i));
    }
    return key;
}

bool has_encrypted_token(std::string_view text)
{
    bool found = false;
    for_each_piece(
        text, [](std::string_view) {}, [&](std::span<std::uint8_t const>) { found = true; });
    return found;
}

std::string decrypt_tokens(std::string_view text, EncryptionKey const& key)
{
    std::string out;
    for_each_piece(
        text, [&](std::string_view plain) { out += plain; },
        [&](std::span<std::uint8_t const> bytes) { out += decrypted(bytes, key); });
    return out;
}

std::string readable_connection(mapfile::Map const& map, std::string const& connection,
                                LayerRef const& ref)
{
    if (!has_encrypted_token(connection)) {
        return connection;
    }
    auto const* const configured = map.config.find("MS_ENCRYPTION_KEY");
    auto const* const file =
        configured != nullptr ? configured->c_str() : std::getenv("MS_ENCRYPTION_KEY");
    auto const key = file == nullptr ? std::nullopt : read_key(map.origin.directory / file);
    if (!key) {
        throw ref.error(ErrorKind::BadMapfile,
                        "CONNECTION is encrypted, and MS_ENCRYPTION_KEY names no key file");
    }
    return decrypt_tokens(connection, *key);
}

} // namespace ms::source::postgis
