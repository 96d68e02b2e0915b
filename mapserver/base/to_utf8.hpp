// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts texts of other encodings to UTF-8.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ms {

/// Converts texts of one encoding. Belongs to one thread.
class ToUtf8 {
public:
    /// For texts that are passed on as they are.
    ToUtf8();
    ~ToUtf8();
    ToUtf8(ToUtf8&&) noexcept;
    ToUtf8& operator=(ToUtf8&&) noexcept;

    /// \param encoding a name of iconv's; returns nullopt if iconv does not support it
    [[nodiscard]] static std::optional<ToUtf8> from(std::string const& encoding);

    /// `text` itself if it needs no conversion or is malformed in its encoding (as in MapServer);
    /// else the converted text, valid until the next call.
    [[nodiscard]] std::string_view operator()(std::string_view text);

private:
    struct State;
    std::unique_ptr<State> m_state; ///< null: no conversion
};

} // namespace ms
