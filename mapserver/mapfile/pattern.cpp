// SPDX-License-Identifier: MIT
#include "mapfile/pattern.hpp"

#include "base/error.hpp"
#include "expr/regex.hpp"

#include <regex.h>

namespace ms::mapfile {

namespace {

/// A POSIX expression of which only whether it matches is asked.
class Posix {
public:
    /// \throws Error{BadMapfile} when it is malformed
    explicit Posix(std::string const& expression)
    {
        // A NUL ends it for the library: the rest, with closing parentheses, would be lost.
        if (expression.find('\0') != std::string::npos ||
            regcomp(&m_expression, expression.c_str(), REG_EXTENDED | REG_NOSUB) != 0) {
            throw Error{ErrorKind::BadMapfile, "malformed regular expression: " + expression};
        }
    }
    Posix(Posix const&) = delete;
    Posix& operator=(Posix const&) = delete;
    ~Posix() { regfree(&m_expression); }

    [[nodiscard]] bool matches(std::string const& text) const
    {
        // REG_STARTEND: a NUL does not end the text.
        regmatch_t whole{0, static_cast<regoff_t>(text.size())};
        return regexec(&m_expression, text.data(), 1, &whole, REG_STARTEND) == 0;
    }

private:
    regex_t m_expression{};
};

/// "\1": what a group matched, for which POSIX tries every way to match it.
bool refers_back(std::string const& expression)
{
    for (auto at = expression.find('\\'); at != std::string::npos && at + 1 < expression.size();
         at = expression.find('\\', at + 2)) {
        if (expression[at + 1] >= '1' && expression[at + 1] <= '9') {
            return true;
        }
    }
    return false;
}

bool is_single(std::string const& expression)
{
    return expression.find('|') == std::string::npos;
}

bool begins_at_start(std::string const& expression)
{
    return expression.starts_with('^') && is_single(expression);
}

bool ends_at_end(std::string const& expression)
{
    return expression.ends_with('$') && !expression.ends_with("\\$") && is_single(expression);
}

} // namespace

struct Pattern::Compiled {
    explicit Compiled(std::string const& text) : expression(text), as_written(text) {}

    std::string expression;
    Posix as_written;
};

Pattern::Pattern(std::string const& expression) : m_compiled(std::make_unique<Compiled>(expression))
{}

Pattern::~Pattern() = default;
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;

bool Pattern::is_in(std::string const& text) const
{
    auto const& [expression, as_written] = *m_compiled;
    if (refers_back(expression)) {
        return expr::Regex{expression, false}.matches(text);
    }
    // Text is read once: glibc tries an expression that is not anchored at every character. A dot
    // matches every byte in the C locale, which servers have.
    return begins_at_start(expression) ? as_written.matches(text)
                                       : Posix{"^(.|\n)*(" + expression + ')'}.matches(text);
}

bool Pattern::is_all_of(std::string const& text) const
{
    auto const& [expression, as_written] = *m_compiled;
    if (refers_back(expression)) {
        return expr::Regex{"^(?:" + expression + ")$", false}.matches(text);
    }
    return begins_at_start(expression) && ends_at_end(expression)
               ? as_written.matches(text)
               : Posix{"^(" + expression + ")$"}.matches(text);
}

} // namespace ms::mapfile
