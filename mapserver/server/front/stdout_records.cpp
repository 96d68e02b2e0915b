// SPDX-License-Identifier: MIT
#include "server/front/stdout_records.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <sys/socket.h>
#include <sys/uio.h>
#include <vector>

namespace ms::server {

namespace {

/// FastCGI 1.0, 3.3: contentLength has 16 bits. "We recommend that records be placed on boundaries
/// that are multiples of eight bytes", which needs no padding at this length.
constexpr std::size_t max_content = 65528;

/// FCGI_Header.
using Header = std::array<std::uint8_t, 8>;

std::uint8_t byte_of(std::size_t value, unsigned shift) noexcept
{
    return static_cast<std::uint8_t>(value >> shift & 0xFFU);
}

Header header_of(int request, std::size_t length) noexcept
{
    constexpr std::uint8_t version = 1;
    constexpr std::uint8_t is_stdout = 6;
    auto const id = static_cast<std::size_t>(request);
    return {
        version, is_stdout, byte_of(id, 8), byte_of(id, 0), byte_of(length, 8), byte_of(length, 0),
        0,       0};
}

/// The pieces of memory that are the records, one after another.
class Records {
public:
    Records(int request, std::span<std::string_view const> parts)
    {
        std::size_t left = 0;
        for (auto const part : parts) {
            left += part.size();
        }
        m_headers.reserve(left / max_content + 1); // so that they stay where they are
        std::size_t room = 0;                      // in the record that is being filled
        for (auto part : parts) {
            while (!part.empty()) {
                if (room == 0) {
                    room = std::min(left, max_content);
                    left -= room;
                    auto& header = m_headers.emplace_back(header_of(request, room));
                    add(header.data(), header.size());
                }
                auto const length = std::min(room, part.size());
                add(part.data(), length);
                part.remove_prefix(length);
                room -= length;
            }
        }
    }

    [[nodiscard]] std::span<iovec> pieces() noexcept { return m_pieces; }

private:
    void add(void const* bytes, std::size_t length)
    {
        m_pieces.push_back({const_cast<void*>(bytes), length}); // only read by sendmsg()
    }

    std::vector<Header> m_headers;
    std::vector<iovec> m_pieces;
};

/// The pieces without what has been sent. Changes the first of them.
std::span<iovec> without_sent(std::span<iovec> pieces, std::size_t sent) noexcept
{
    while (!pieces.empty() && sent >= pieces.front().iov_len) {
        sent -= pieces.front().iov_len;
        pieces = pieces.subspan(1);
    }
    if (sent > 0) {
        pieces.front().iov_base = static_cast<std::byte*>(pieces.front().iov_base) + sent;
        pieces.front().iov_len -= sent;
    }
    return pieces;
}

} // namespace

bool send_stdout_records(int connection, int request, std::span<std::string_view const> parts)
{
    constexpr std::size_t max_pieces = 64; // far below the system's limit
    Records records{request, parts};
    auto left = records.pieces();
    while (!left.empty()) {
        msghdr message{};
        message.msg_iov = left.data();
        message.msg_iovlen = std::min(left.size(), max_pieces);
        auto const sent = sendmsg(connection, &message, MSG_NOSIGNAL);
        if (sent >= 0) {
            left = without_sent(left, static_cast<std::size_t>(sent));
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

} // namespace ms::server
