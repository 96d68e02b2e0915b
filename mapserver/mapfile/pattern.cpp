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

Pattern::Pattern(std::string const& expression, Case letters)
    : m_compiled(std::make_unique<Compiled>())
{
    int const flags = REG_EXTENDED | REG_NOSUB | (letters == Case::Ignored ? REG_ICASE : 0);
    m_compiled->is_compiled = regcomp(&m_compiled->expression, expression.c_str(), flags) == 0;
    if (!m_compiled->is_compiled) {
        throw Error{ErrorKind::BadMapfile, "malformed regular expression: " + expression};
    }
}

Pattern::~Pattern() = default;
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;

bool Pattern::is_in(std::string const& text) const
{
    return regexec(&m_compiled->expression, text.c_str(), 0, nullptr, 0) == 0;
}

} // namespace ms::mapfile
