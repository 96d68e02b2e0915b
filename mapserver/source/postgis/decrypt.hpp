// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// {HEX} tokens of a CONNECTION, as MapServer's msencrypt writes them.

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace ms::source::postgis {

using EncryptionKey = std::array<std::uint32_t, 4>;

/// The 32 hexadecimal digits of a key file; nothing when it cannot be read or holds something else.
[[nodiscard]] std::optional<EncryptionKey> read_key(std::filesystem::path const& file);

/// Whether the text holds a token: braces around whole blocks of 16 hexadecimal digits.
[[nodiscard]] bool has_encrypted_token(std::string_view text);

/// The text with its tokens decrypted (XTEA, Needham & Wheeler 1997, 32 rounds, little-endian
/// blocks, padded with NUL). Other braces stay as they are.
[[nodiscard]] std::string decrypt_tokens(std::string_view text, EncryptionKey const& key);

} // namespace ms::source::postgis
