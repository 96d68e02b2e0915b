// SPDX-License-Identifier: MIT
#include "server/front/request_reader.hpp"

#include "base/string.hpp"

#include <utility>

#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <algorithm>
#include <optional>

namespace ms::server {

namespace beast = boost::beast::http;

struct RequestReader::Message {
    beast::request_parser<beast::string_body> parser;
};

namespace {

constexpr unsigned http_1_1 = 11; ///< the library's version number
constexpr std::string_view end_of_head = "\r\n\r\n";
/// A size of a chunk with its extensions, or the trailers after the last one.
constexpr std::size_t max_chunk_line = 16U << 10U;

std::string to_string(boost::string_view text)
{
    return {text.data(), text.size()};
}

/// In a head only line ends and tabs are allowed control characters; others mean that it is not
/// HTTP (the first byte of TLS is 0x16), and reading can stop.
bool is_refused_byte(char previous, char c) noexcept
{
    if (c == '\n' || previous == '\r') {
        return c != '\n' || previous != '\r';
    }
    return (c >= '\0' && c < ' ' && c != '\r' && c != '\t') || c == '\x7F';
}

bool has_folded_line(std::string_view head) noexcept
{
    return head.find("\r\n ") != std::string_view::npos ||
           head.find("\r\n\t") != std::string_view::npos;
}

bool is_length(std::string_view text) noexcept
{
    constexpr std::size_t max_digits = 15;
    return !text.empty() && text.size() <= max_digits &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// The single header of that name; nullopt if there are none or several.
std::optional<std::string_view> only(RequestHead const& head, std::string_view name)
{
    auto const is_it = [&](auto const& header) { return equals_ignoring_case(header.first, name); };
    auto const found = std::ranges::find_if(head.headers, is_it);
    return std::ranges::count_if(head.headers, is_it) == 1
               ? std::optional<std::string_view>{found->second}
               : std::nullopt;
}

bool has(RequestHead const& head, std::string_view name)
{
    return std::ranges::any_of(
        head.headers, [&](auto const& header) { return equals_ignoring_case(header.first, name); });
}

/// \returns the status to refuse with; 0: valid
int check(RequestHead const& head)
{
    bool const has_length = has(head, "Content-Length");
    bool const has_coding = has(head, "Transfer-Encoding");
    auto const length = only(head, "Content-Length");
    auto const coding = only(head, "Transfer-Encoding");
    if (has(head, "Host") ? !only(head, "Host") : head.is_http_1_1) {
        return 400;
    }
    if (has_length && (has_coding || !length || !is_length(*length))) {
        return 400;
    }
    if (has_coding && (!head.is_http_1_1 || !coding || !equals_ignoring_case(*coding, "chunked"))) {
        return 400;
    }
    bool const wants_body = head.method == "POST" || head.method == "PUT" || head.method == "PATCH";
    if (wants_body && !has_length && !has_coding) {
        return 411;
    }
    if (starts_with_ignoring_case(head.value("Content-Type"), "multipart/form-data")) {
        return 415; // such forms are not supported
    }
    auto const expectation = head.value("Expect");
    return expectation.empty() || equals_ignoring_case(expectation, "100-continue") ? 0 : 417;
}

RequestHead head_of(beast::request_parser<beast::string_body> const& parser)
{
    auto const& message = parser.get();
    RequestHead head{.method = to_string(message.method_string()),
                     .target = to_string(message.target()),
                     .headers = {},
                     .is_http_1_1 = message.version() >= http_1_1,
                     .is_kept_alive = parser.keep_alive()};
    for (auto const& field : message) {
        head.headers.emplace_back(to_string(field.name_string()), to_string(field.value()));
    }
    head.expects_continue = has(head, "Expect");
    return head;
}

} // namespace

std::string RequestHead::value(std::string_view name) const
{
    std::string all;
    for (auto const& [each, text] : headers) {
        if (equals_ignoring_case(each, name)) {
            all += all.empty() ? text : ", " + text;
        }
    }
    return all;
}

RequestReader::RequestReader(Limits const& limits) : m_limits(limits) {}

RequestReader::~RequestReader() = default;

bool RequestReader::has_begun() const noexcept
{
    return m_state != State::Head || !m_input.empty();
}

std::size_t RequestReader::held_bytes() const noexcept
{
    return m_input.size() + (m_message ? m_message->parser.get().body().size() : 0);
}

std::string RequestReader::take_body()
{
    return m_message ? std::move(m_message->parser.get().body()) : std::string{};
}

void RequestReader::refuse(int status) noexcept
{
    m_refusal = status;
    m_state = State::Refused;
    m_input.clear();
}

RequestReader::State RequestReader::take(std::string_view bytes)
{
    if (m_state != State::Refused) {
        m_input += bytes;
    }
    advance();
    return m_state;
}

RequestReader::State RequestReader::next()
{
    if (m_state == State::Complete) {
        m_state = State::Head;
        m_head = {};
        m_message.reset();
        m_scanned = 0;
        if (m_input.empty()) {
            m_input.shrink_to_fit(); // an idle connection costs as little as it can
        }
    }
    advance();
    return m_state;
}

void RequestReader::advance()
{
    if (m_state == State::Head) {
        read_head();
    }
    if (m_state == State::Body) {
        read_body();
    }
}

void RequestReader::read_head()
{
    if (m_scanned == 0) { // RFC 9112, 2.2: empty lines before a request are ignored
        std::size_t empty = 0;
        while (m_input.compare(empty, 2, "\r\n") == 0) {
            empty += 2;
        }
        m_input.erase(0, empty);
        if (m_input == "\r") {
            return;
        }
    }
    for (; m_scanned < m_input.size(); ++m_scanned) {
        char const previous = m_scanned == 0 ? '\0' : m_input[m_scanned - 1];
        if (is_refused_byte(previous, m_input[m_scanned])) {
            refuse(400);
            return;
        }
        if (m_scanned >= m_limits.head_bytes) {
            refuse(m_input.find("\r\n") < m_scanned ? 431 : 414);
            return;
        }
        if (m_input[m_scanned] == '\n' &&
            std::string_view{m_input}.substr(0, m_scanned + 1).ends_with(end_of_head)) {
            begin_body(m_scanned + 1);
            return;
        }
    }
}

void RequestReader::begin_body(std::size_t head_size)
{
    auto const bytes = std::string_view{m_input}.substr(0, head_size);
    if (has_folded_line(bytes)) {
        refuse(400);
        return;
    }
    m_message = std::make_unique<Message>();
    auto& parser = m_message->parser;
    parser.header_limit(static_cast<std::uint32_t>(head_size));
    parser.body_limit(m_limits.body_bytes);
    boost::system::error_code error;
    parser.put(boost::asio::const_buffer{bytes.data(), bytes.size()}, error);
    if (error || !parser.is_header_done()) {
        refuse(error == beast::error::body_limit ? 413 : 400);
        return;
    }
    m_head = head_of(parser);
    m_input.erase(0, head_size);
    if (auto const status = check(m_head)) {
        refuse(status);
        return;
    }
    m_state = parser.is_done() ? State::Complete : State::Body;
}

void RequestReader::read_body()
{
    auto& parser = m_message->parser;
    parser.eager(true);
    boost::system::error_code error;
    std::size_t used = 0;
    while (!error && !parser.is_done() && used < m_input.size()) {
        used += parser.put(boost::asio::const_buffer{m_input.data() + used, m_input.size() - used},
                           error);
    }
    m_input.erase(0, used);
    if (error == beast::error::body_limit) {
        refuse(413);
    } else if ((error && error != beast::error::need_more) ||
               (!parser.is_done() && m_input.size() > max_chunk_line)) {
        refuse(400);
    } else if (parser.is_done()) {
        m_state = State::Complete;
    }
}

} // namespace ms::server
