// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Attribute texts of other encodings turned into UTF-8.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ms::source::shapefile {

/// The name iconv knows for what a .cpg file says: "1252" and "ANSI 1252" are CP1252, "88591" and
/// "ISO 8859-1" are ISO-8859-1, "65001" is UTF-8. Other names are passed on. Nothing when blank.
[[nodiscard]] std::optional<std::string> encoding_of_cpg(std::string_view content);

/// Converts texts of one encoding. Belongs to one thread.
class ToUtf8 {
public:
    /// For texts that are passed on as they are.
    ToUtf8();
    ~ToUtf8();
    ToUtf8(ToUtf8&&) noexcept;
    ToUtf8& operator=(ToUtf8&&) noexcept;

    /// \param encoding a name of iconv's; nothing when it knows none such
    [[nodiscard]] static std::optional<ToUtf8> from(std::string const& encoding);

    /// `text` itself when nothing is to be done or when it is malformed in its encoding (so does
    /// MapServer); else the converted text, valid until the next call.
    [[nodiscard]] std::string_view operator()(std::string_view text);

private:
    struct State;
    std::unique_ptr<State> m_state; ///< null: nothing to convert
};

} // namespace ms::source::shapefile
