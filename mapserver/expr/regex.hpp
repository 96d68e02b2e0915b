// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Regular expressions with a bound on their work.

#include <memory>
#include <string_view>

namespace ms::expr {

/// A compiled pattern, found anywhere in a text. PCRE2 syntax, of which the POSIX extended one of
/// mapfiles is a part; as there, a dot is any character and $ the very end. One per thread.
class Regex {
public:
    /// \throws Error{BadMapfile} with the reason and place in the pattern
    Regex(std::string_view pattern, bool ignore_case);
    ~Regex();
    Regex(Regex&&) noexcept;
    Regex& operator=(Regex&&) noexcept;

    /// Malformed UTF-8 matches nothing; so does a text that takes more steps than the limit.
    [[nodiscard]] bool matches(std::string_view text);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace ms::expr
