// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Strictness about the head of an HTTP/1.1 request (RFC 9112), where lenience would let two
/// programs read one request differently.

#include <cstdint>
#include <string>
#include <string_view>

namespace ms::server {

/// Looks at a head byte by byte, as it is read. Pure; one object for each request.
class HeadCheck {
public:
    enum class Step : std::uint8_t { More, End, Refused };

    /// A later '?' of the target, which may stand in a query (RFC 3986, 3.4) but which our HTTP
    /// library takes for a mistake, becomes this byte, which no target may have.
    static constexpr char question_mark = '\x1F';

    /// \param c the next byte; may be changed
    [[nodiscard]] Step take(char& c);

    /// 400 or 411, once a step was Refused; else 0.
    [[nodiscard]] int refusal() const noexcept { return m_refusal; }

    [[nodiscard]] bool is_in_request_line() const noexcept { return m_is_first; }

private:
    [[nodiscard]] bool is_good_request_line() const;
    void read_header();
    void finish_head();
    void refuse(int status) noexcept { m_refusal = m_refusal == 0 ? status : m_refusal; }

    std::string m_line;
    bool m_is_first = true;
    bool m_has_query = false;
    bool m_wants_body = false; ///< by its method
    int m_lengths = 0;
    int m_hosts = 0;
    bool m_is_chunked = false;
    int m_refusal = 0;
};

} // namespace ms::server
