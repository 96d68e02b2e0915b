// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Regular expressions with a limit of their work.

#include <memory>
#include <string>
#include <string_view>

namespace ms::expr {

/// A pattern to search for. PCRE2 syntax, which includes the POSIX extended one of mapfiles; as
/// there, a dot matches any character and $ only the very end. Immutable, shared by all threads.
class CompiledRegex {
public:
    /// \throws Error{BadMapfile} with the reason and place in the pattern
    CompiledRegex(std::string_view pattern, bool ignore_case);
    ~CompiledRegex();
    CompiledRegex(CompiledRegex const&) = delete;
    CompiledRegex& operator=(CompiledRegex const&) = delete;

private:
    friend class Regex;
    struct Code;
    std::unique_ptr<Code const> m_code;
};

/// Appends a character to a pattern that matches only itself.
void append_literal(std::string& pattern, char c);

/// Finds a pattern anywhere in texts. One per thread.
class Regex {
public:
    /// \throws as CompiledRegex
    Regex(std::string_view pattern, bool ignore_case);
    explicit Regex(std::shared_ptr<CompiledRegex const> compiled);
    ~Regex();
    Regex(Regex&&) noexcept;
    Regex& operator=(Regex&&) noexcept;

    /// Malformed UTF-8 matches nothing; so does a text that takes more steps than the limit, which
    /// grows with its length. The answer is independent of the texts before.
    [[nodiscard]] bool matches(std::string_view text);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace ms::expr
