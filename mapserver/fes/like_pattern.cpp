// SPDX-License-Identifier: MIT
#include "fes/like_pattern.hpp"

#include "expr/regex.hpp"

#include <initializer_list>

namespace ms::fes {

namespace {

/// The signs of one PropertyIsLike.
class LikePattern {
public:
    explicit LikePattern(XmlNode const& node)
        : m_wild(sign(node, {"wildCard"})), m_single(sign(node, {"singleChar"})),
          m_escape(sign(node, {"escapeChar", "escape"}))
    {}

    [[nodiscard]] std::string regex(std::string_view text) const
    {
        std::string out = "^";
        while (!text.empty()) {
            if (take(text, m_escape)) {
                append_plain(text, out);
            } else if (take(text, m_wild)) {
                out += ".*";
            } else if (take(text, m_single)) {
                out += '.';
            } else {
                append_plain(text, out);
            }
        }
        return out + '$';
    }

private:
    static std::string sign(XmlNode const& node, std::initializer_list<std::string_view> names)
    {
        for (auto const name : names) {
            if (auto const* const value = node.attribute(name)) {
                return *value;
            }
        }
        return {};
    }

    static bool take(std::string_view& text, std::string const& sign)
    {
        bool const is_there = !sign.empty() && text.starts_with(sign);
        text.remove_prefix(is_there ? sign.size() : 0);
        return is_there;
    }

    static void append_plain(std::string_view& text, std::string& out)
    {
        if (text.empty()) {
            return;
        }
        expr::append_literal(out, text.front());
        text.remove_prefix(1);
    }

    std::string m_wild, m_single, m_escape;
};

} // namespace

std::string regex_of_like(XmlNode const& like, std::string_view pattern)
{
    return LikePattern{like}.regex(pattern);
}

} // namespace ms::fes
