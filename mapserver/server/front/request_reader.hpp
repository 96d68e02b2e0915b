// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses the bytes of an HTTP/1.1 connection into requests. Independent of sockets.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ms::server {

/// Request line and headers as they came.
struct RequestHead {
    std::string method;
    std::string target;
    std::vector<std::pair<std::string, std::string>> headers;
    bool is_http_1_1 = false;   ///< knows chunks
    bool is_kept_alive = false; ///< the client may ask for more on this connection
    bool expects_continue =
        false; ///< the client sends the body after 100 Continue (RFC 9110, 10.1.1)

    /// The values of all headers of a name, in one list; "" without any.
    [[nodiscard]] std::string value(std::string_view name) const;
};

/// Stricter than the library where lenience would let two programs read one request differently
/// (RFC 9112, 11.2): lines end with CR LF, no folded lines, one Host, one length in digits, no
/// transfer coding but "chunked", no length beside it.
class RequestReader {
public:
    struct Limits {
        std::size_t head_bytes = 64U << 10U;
        std::size_t body_bytes = 5U << 20U;
    };
    enum class State : std::uint8_t {
        Head,     ///< more bytes are needed
        Body,     ///< the head is here, more bytes are needed
        Complete, ///< no more is read before next()
        Refused   ///< see refusal(); the start of another request is unknown
    };

    explicit RequestReader(Limits const& limits);
    ~RequestReader();
    RequestReader(RequestReader const&) = delete;
    RequestReader& operator=(RequestReader const&) = delete;

    /// Cost: linear in the bytes, however they are cut.
    State take(std::string_view bytes);
    /// Drops a Complete request, and reads bytes that were sent ahead.
    State next();

    [[nodiscard]] State state() const noexcept { return m_state; }
    /// Whether anything of a request is here.
    [[nodiscard]] bool has_begun() const noexcept;
    /// Of a request in the states Body and Complete.
    [[nodiscard]] RequestHead const& head() const noexcept { return m_head; }
    /// Moves the body of a Complete request out, without its chunks' sizes.
    [[nodiscard]] std::string take_body();
    /// 400 malformed, 411 a body without a length, 413 too large a body, 414 and 431 too long a
    /// head, 415 a multipart form, 417 an unknown expectation; 0: valid.
    [[nodiscard]] int refusal() const noexcept { return m_refusal; }
    /// The bytes that requests occupy.
    [[nodiscard]] std::size_t held_bytes() const noexcept;

private:
    struct Message;

    void advance();
    void read_head();
    void begin_body(std::size_t head_size);
    void read_body();
    void refuse(int status) noexcept;

    Limits m_limits;
    State m_state = State::Head;
    int m_refusal = 0;
    RequestHead m_head;
    std::string m_input;                ///< not parsed yet
    std::size_t m_scanned = 0;          ///< of the input, for the end of the head
    std::unique_ptr<Message> m_message; ///< the library's; null before the head is complete
};

} // namespace ms::server
