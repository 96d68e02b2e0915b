// SPDX-License-Identifier: MIT
#include "ows/features/growing_answer.hpp"

#include "ows/features/feature_request.hpp"

#include <utility>

namespace ms::ows {

namespace {

/// Smaller answers are sent as a whole.
constexpr std::size_t largest_kept = std::size_t{256} << 10U;
constexpr std::size_t piece_bytes = std::size_t{64} << 10U;

} // namespace

GrowingAnswer::GrowingAnswer(Call const& call, Begin begin, Continue go_on)
    : m_call(call), m_begin(call.open_stream ? std::move(begin) : nullptr),
      m_continue(std::move(go_on))
{}

void GrowingAnswer::pass_on(std::string& text)
{
    if (!m_begin) {
        check_answer_size(m_call, text.size());
        return;
    }
    if (text.size() < (m_stream ? piece_bytes : largest_kept)) {
        return;
    }
    if (!m_stream) {
        m_stream = m_call.open_stream(m_begin());
        if (m_continue) {
            m_stream->write(m_continue());
        }
    }
    m_stream->write(text);
    text.clear();
}

http::Response GrowingAnswer::finish(std::string_view rest)
{
    m_stream->write(rest);
    m_stream->finish();
    http::Response sent;
    sent.was_streamed = true;
    return sent;
}

GrowingText::GrowingText(Call const& call, http::Response head)
    : m_head(std::move(head)), m_answer(call, [this] { return m_head; })
{}

void GrowingText::append(std::string_view more)
{
    m_text += more;
    pass_on();
}

http::Response GrowingText::finish()
{
    if (m_answer.is_on_its_way()) {
        return m_answer.finish(m_text);
    }
    m_head.body.assign(m_text.begin(), m_text.end());
    return std::move(m_head);
}

} // namespace ms::ows
