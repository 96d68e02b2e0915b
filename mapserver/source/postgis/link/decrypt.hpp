// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decrypts {HEX} tokens of a CONNECTION, as MapServer's msencrypt writes them.

#include "mapfile/model/map.hpp"
#include "source/postgis/facts/layer_ref.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace ms::source::postgis {

using EncryptionKey = std::array<std::uint32_t, 4>;

/// The 32 hexadecimal digits of a key file; nullopt if it is unreadable or has other content.
[[nodiscard]] std::optional<EncryptionKey> read_key(std::filesystem::path const& file);

/// Whether the text holds a token: braces around whole blocks of 16 hexadecimal digits.
[[nodiscard]] bool has_encrypted_token(std::string_view text);

/// The text with its tokens decrypted (XTEA, Needham & Wheeler 1997, 32 rounds, little-endian
/// blocks, padded with NUL). Other braces stay as they are.
[[nodiscard]] std::string decrypt_tokens(std::string_view text, EncryptionKey const& key);

/// A CONNECTION with its tokens decrypted. CONFIG "MS_ENCRYPTION_KEY" or the environment names the
/// key file, as in MapServer.
/// \throws Error{BadMapfile} if it is missing
[[nodiscard]] std::string readable_connection(mapfile::Map const& map,
                                              std::string const& connection, LayerRef const& ref);

} // namespace ms::source::postgis
