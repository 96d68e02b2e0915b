// SPDX-License-Identifier: MIT
// For processors that ISA-L is not packaged for.
#include "image/deflate_stream.hpp"

#include <zlib.h>

#include <array>
#include <cstdint>
#include <limits>
#include <new>

namespace ms::image {

struct DeflateStream::State {
    z_stream stream{};
    std::array<std::uint8_t, std::size_t{32} << 10U> ready;

    State()
    {
        constexpr int fastest = 1;
        constexpr int raw_window = -15;
        if (deflateInit2(&stream, fastest, Z_DEFLATED, raw_window, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
            throw std::bad_alloc{};
        }
    }
    ~State() { deflateEnd(&stream); }
    State(State const&) = delete;
    State& operator=(State const&) = delete;

    /// Until all input is read and, at the end, all output written.
    void run(int flush, std::string& out)
    {
        do {
            stream.next_out = ready.data();
            stream.avail_out = static_cast<uInt>(ready.size());
            deflate(&stream, flush);
            out.append(reinterpret_cast<char const*>(ready.data()),
                       ready.size() - stream.avail_out);
        } while (stream.avail_out == 0);
    }
};

DeflateStream::DeflateStream() : m_state(std::make_unique<State>()) {}

DeflateStream::~DeflateStream() = default;

void DeflateStream::write(std::string_view bytes, std::string& out)
{
    auto& stream = m_state->stream;
    while (!bytes.empty()) {
        auto const piece = bytes.substr(0, std::numeric_limits<uInt>::max());
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data())); // only read
        stream.avail_in = static_cast<uInt>(piece.size());
        m_state->run(Z_NO_FLUSH, out);
        bytes.remove_prefix(piece.size());
    }
}

void DeflateStream::finish(std::string& out)
{
    m_state->stream.avail_in = 0;
    m_state->run(Z_FINISH, out);
    deflateReset(&m_state->stream);
}

} // namespace ms::image
