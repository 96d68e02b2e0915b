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

} // namespace ms::ows
