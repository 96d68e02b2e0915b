// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Matches the regular expressions of VALIDATION, MS_MAP_PATTERN and MS_MAPFILE_PATTERN: POSIX
/// extended and case-sensitive, as in MapServer. Takes time in proportion to the text; expressions
/// that refer back ("\1") are PCRE2's, with a limit of their steps.

#include <memory>
#include <string>

namespace ms::mapfile {

/// A compiled expression. Matching does not change it: threads may share it.
class Pattern {
public:
    /// \throws Error{BadMapfile} when it is malformed
    explicit Pattern(std::string const& expression);
    ~Pattern();
    Pattern(Pattern&&) noexcept;
    Pattern& operator=(Pattern&&) noexcept;

    /// Whether it matches anywhere in the text; anchors are the expression's business.
    [[nodiscard]] bool is_in(std::string const& text) const;
    /// Whether it matches the text from its first to its last character: an unanchored pattern must
    /// not accept the rest of a value.
    [[nodiscard]] bool is_all_of(std::string const& text) const;

private:
    struct Compiled;
    std::unique_ptr<Compiled> m_compiled;
};

} // namespace ms::mapfile
