// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Compresses bytes while they are made.

#include <memory>
#include <string>
#include <string_view>

namespace ms::image {

/// Raw DEFLATE (RFC 1951), speed before size: by ISA-L where this build has it, else by zlib's
/// level
/// 1. Takes 300 kB.
class DeflateStream {
public:
    /// \throws std::bad_alloc
    DeflateStream();
    ~DeflateStream();
    DeflateStream(DeflateStream const&) = delete;
    DeflateStream& operator=(DeflateStream const&) = delete;

    /// Appends to `out` as much of the compressed bytes as is ready.
    void write(std::string_view bytes, std::string& out);
    /// Appends the rest; the next write() begins anew.
    void finish(std::string& out);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace ms::image
