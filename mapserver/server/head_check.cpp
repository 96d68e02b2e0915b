// SPDX-License-Identifier: MIT
#include "server/head_check.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <utility>

namespace ms::server {

namespace {

bool is_control(char c) noexcept
{
    return (c >= '\0' && c < ' ') || c == '\x7F';
}

/// RFC 9110, 5.6.2
bool is_token_character(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view{"!#$%&'*+-.^_`|~"}.find(c) != std::string_view::npos;
}

bool is_number(std::string_view text) noexcept
{
    constexpr std::size_t most_digits = 15;
    return !text.empty() && text.size() <= most_digits &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

HeadCheck::Step HeadCheck::take(char& c)
{
    if (m_refusal != 0) {
        return Step::Refused;
    }
    if (c != '\n') {
        m_line += c;
        if (m_is_first && c == '?' && std::exchange(m_has_query, true)) {
            c = question_mark;
        }
        return Step::More;
    }
    if (!m_line.ends_with('\r')) { // RFC 9112, 2.2 allows to take it for the end; proxies may not
        refuse(400);
        return Step::Refused;
    }
    m_line.pop_back();
    if (m_line.empty() && m_is_first) {
        return Step::More; // RFC 9112, 2.2: empty lines before a request are ignored
    }
    if (m_line.empty()) {
        finish_head();
        return m_refusal == 0 ? Step::End : Step::Refused;
    }
    if (m_is_first && !is_good_request_line()) {
        refuse(400);
    } else if (!m_is_first) {
        read_header();
    } else {
        m_wants_body = m_line.starts_with("POST ") || m_line.starts_with("PUT ") ||
                       m_line.starts_with("PATCH ");
    }
    m_is_first = false;
    m_line.clear();
    return m_refusal == 0 ? Step::More : Step::Refused;
}

bool HeadCheck::is_good_request_line() const
{
    return std::ranges::count(m_line, ' ') == 2 && std::ranges::none_of(m_line, is_control);
}

/// RFC 9112, 5: no blank before the colon, none at the beginning of a line.
void HeadCheck::read_header()
{
    auto const colon = m_line.find(':');
    auto const name = std::string_view{m_line}.substr(0, std::min(colon, m_line.size()));
    bool const is_named = colon != std::string::npos && !name.empty() &&
                          std::ranges::all_of(name, is_token_character);
    if (!is_named ||
        std::ranges::any_of(m_line, [](char c) { return is_control(c) && c != '\t'; })) {
        refuse(400);
        return;
    }
    auto const value = trim(std::string_view{m_line}.substr(colon + 1));
    if (equals_ignoring_case(name, "Content-Length")) {
        ++m_lengths;
        if (!is_number(value)) {
            refuse(400);
        }
    } else if (equals_ignoring_case(name, "Transfer-Encoding")) {
        m_is_chunked = true;
        if (!equals_ignoring_case(value, "chunked")) {
            refuse(400);
        }
    } else if (equals_ignoring_case(name, "Host")) {
        ++m_hosts;
    }
}

void HeadCheck::finish_head()
{
    if (m_lengths > 1 || m_hosts > 1 || (m_lengths > 0 && m_is_chunked)) {
        refuse(400);
    } else if (m_wants_body && m_lengths == 0 && !m_is_chunked) {
        refuse(411);
    }
}

} // namespace ms::server
