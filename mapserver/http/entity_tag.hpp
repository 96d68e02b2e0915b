// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Builds and compares entity tags (RFC 9110, 8.8.3), which validate a client's copy.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ms::http {

/// A 128-bit hash of everything that was added. Not cryptographic: clients who construct collisions
/// only affect themselves.
class Digest {
public:
    /// Length and bytes, so that no part can pass for the end of another.
    Digest& add(std::span<std::uint8_t const> bytes) noexcept;
    Digest& add(std::string_view text) noexcept;

    /// Weak (`W/"..."`): a compressed answer carries the same one.
    [[nodiscard]] std::string to_tag() const;

private:
    void mix(std::uint64_t word) noexcept;

    std::array<std::uint64_t, 2> m_state{0x243F6A8885A308D3ULL, 0x13198A2E03707344ULL}; // of pi
};

/// Whether If-None-Match names a tag, by weak comparison (RFC 9110, 13.1.2), or is "*".
[[nodiscard]] bool names_tag(std::string_view if_none_match, std::string_view tag) noexcept;

} // namespace ms::http
