// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Streams documents of features once they are large.

#include "http/response.hpp"
#include "ows/common/call.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace ms::ows {

/// Small answers have a length and an entity tag, and become an exception report when something
/// fails at their end; for large ones that would cost too much time and memory.
class GrowingAnswer {
public:
    /// The head of the response, with the beginning of the document as body, before everything is
    /// known. Called at most once.
    using Begin = std::function<http::Response()>;
    /// What follows the beginning, if it takes time to find out.
    using Continue = std::function<std::string()>;

    /// \param begin empty: this document cannot be begun before it is whole
    GrowingAnswer(Call const& call, Begin begin, Continue go_on = {});

    /// Call it after each feature. Sends the text, and clears it, once it is large.
    /// \throws Error{Limit} if it cannot be streamed and exceeds the memory budget
    void pass_on(std::string& text);

    /// Whether the beginning has been sent.
    [[nodiscard]] bool is_on_its_way() const noexcept { return m_stream != nullptr; }

    /// Sends the rest. Only when is_on_its_way().
    [[nodiscard]] http::Response finish(std::string_view rest);

private:
    Call const& m_call;
    Begin m_begin;
    Continue m_continue;
    std::shared_ptr<http::BodyStream> m_stream;
};

/// A text that is sent as a GrowingAnswer, piece by piece.
class GrowingText {
public:
    /// \param head without a body
    GrowingText(Call const& call, http::Response head);
    GrowingText(GrowingText const&) = delete;
    GrowingText& operator=(GrowingText const&) = delete;

    /// It may change until something is sent.
    [[nodiscard]] http::Response& head() noexcept { return m_head; }
    [[nodiscard]] bool is_on_its_way() const noexcept { return m_answer.is_on_its_way(); }

    /// \throws as GrowingAnswer::pass_on()
    void append(std::string_view more);
    /// What has not been sent. After a change of it, call pass_on().
    [[nodiscard]] std::string& unsent() noexcept { return m_text; }
    void pass_on() { m_answer.pass_on(m_text); }

    /// The whole answer, or the end of a stream.
    [[nodiscard]] http::Response finish();

private:
    http::Response m_head;
    std::string m_text;
    GrowingAnswer m_answer;
};

} // namespace ms::ows
