// SPDX-License-Identifier: MIT
#include "mapfile/pattern.hpp"

#include "base/error.hpp"

#include <regex.h>

namespace ms::mapfile {

struct Pattern::Compiled {
    regex_t expression{};
    bool is_compiled = false;

    Compiled() = default;
    Compiled(Compiled const&) = delete;
    Compiled& operator=(Compiled const&) = delete;
    ~Compiled()
    {
        if (is_compiled) {
            regfree(&expression);
        }
    }
};

Pattern::Pattern(std::string const& expression) : m_compiled(std::make_unique<Compiled>())
{
    m_compiled->is_compiled =
        regcomp(&m_compiled->expression, expression.c_str(), REG_EXTENDED) == 0;
    if (!m_compiled->is_compiled) {
        throw Error{ErrorKind::BadMapfile, "malformed regular expression: " + expression};
    }
}

Pattern::~Pattern() = default;
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;

bool Pattern::is_in(std::string const& text) const
{
    // REG_STARTEND: a NUL does not end the text.
    regmatch_t whole{0, static_cast<regoff_t>(text.size())};
    return regexec(&m_compiled->expression, text.data(), 1, &whole, REG_STARTEND) == 0;
}

bool Pattern::is_all_of(std::string const& text) const
{
    // POSIX: the leftmost of all matches counts, and of those the longest.
    auto const end = static_cast<regoff_t>(text.size());
    regmatch_t found{0, end};
    return regexec(&m_compiled->expression, text.data(), 1, &found, REG_STARTEND) == 0 &&
           found.rm_so == 0 && found.rm_eo == end;
}

} // namespace ms::mapfile
