// SPDX-License-Identifier: MIT
#include "http/entity_tag.hpp"

#include "base/string.hpp"

#include <bit>
#include <cstring>

namespace ms::http {

namespace {

std::string_view without_weakness(std::string_view tag) noexcept
{
    return tag.starts_with("W/") ? tag.substr(2) : tag;
}

void append_hex(std::string& out, std::uint64_t word)
{
    for (int shift = 60; shift >= 0; shift -= 4) {
        out += "0123456789abcdef"[(word >> shift) & 15U];
    }
}

/// The last steps of MurmurHash3 (A. Appleby, public domain): every bit depends on every other.
std::uint64_t finished(std::uint64_t word) noexcept
{
    word = (word ^ (word >> 33U)) * 0xFF51AFD7ED558CCDULL;
    word = (word ^ (word >> 33U)) * 0xC4CEB9FE1A85EC53ULL;
    return word ^ (word >> 33U);
}

} // namespace

void Digest::mix(std::uint64_t word) noexcept
{
    // Two lanes with different multipliers and rotations; both are invertible in `word`.
    m_state[0] = std::rotl(m_state[0] ^ word, 29) * 0x9E3779B97F4A7C15ULL;
    m_state[1] = std::rotl(m_state[1] + word * 0xC2B2AE3D27D4EB4FULL, 31) * 0x165667B19E3779F9ULL;
}

Digest& Digest::add(std::span<std::uint8_t const> bytes) noexcept
{
    mix(bytes.size());
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
        mix(word);
    }
    return *this;
}

Digest& Digest::add(std::string_view text) noexcept
{
    return add(std::span{reinterpret_cast<std::uint8_t const*>(text.data()), text.size()});
}

std::string Digest::to_tag() const
{
    std::string tag = "W/\"";
    append_hex(tag, finished(m_state[0] ^ std::rotl(m_state[1], 17)));
    append_hex(tag, finished(m_state[1]));
    return tag += '"';
}

bool names_tag(std::string_view if_none_match, std::string_view tag) noexcept
{
    if (trim(if_none_match) == "*") {
        return true;
    }
    auto const requested = without_weakness(tag);
    // Commas are allowed inside tags, quotes are not.
    for (auto begin = if_none_match.find('"'); begin != std::string_view::npos;) {
        auto const end = if_none_match.find('"', begin + 1);
        if (end == std::string_view::npos) {
            return false;
        }
        if (if_none_match.substr(begin, end + 1 - begin) == requested) {
            return true;
        }
        begin = if_none_match.find('"', end + 1);
    }
    return false;
}

} // namespace ms::http
