// SPDX-License-Identifier: MIT
#include "inja/parse.hpp"

#include <algorithm>
#include <array>

namespace ms::inja {

namespace {

constexpr int max_depth = 100; ///< statements in each other
constexpr std::string_view blanks = " \t\r\n";

/// The opening brackets of a template, which end a text.
struct Bracket {
    std::string_view opening;
    std::string_view closing;
};
constexpr std::array<Bracket, 3> brackets{{{"{{", "}}"}, {"{%", "%}"}, {"{#", "#}"}}};

/// The part between two brackets, or after "##".
struct Tag {
    enum class Kind : std::uint8_t { End, Print, Statement, Comment } kind = Kind::End;
    std::size_t start = 0; ///< of the opening bracket
    std::size_t begin = 0; ///< of the part between them
    std::size_t end = 0;
    std::size_t after = 0; ///< where text continues
    bool trims_before = false;
    bool trims_after = false;
};

class Parser {
public:
    explicit Parser(Source const& source) : m_source(source), m_text(source.text) {}

    Nodes parse()
    {
        Nodes nodes;
        auto const end = nodes_until(nodes, {});
        if (!end.empty()) {
            fail(m_source, m_tag.start, end + " without its beginning");
        }
        return nodes;
    }

private:
    /// The end of a text within a tag ("..." may contain brackets).
    std::size_t find_closing(std::size_t from, std::string_view closing, bool has_texts) const
    {
        bool is_in_text = false;
        for (auto at = from; at < m_text.size(); ++at) {
            if (has_texts && is_in_text && m_text[at] == '\\') {
                ++at;
            } else if (has_texts && m_text[at] == '"') {
                is_in_text = !is_in_text;
            } else if (!is_in_text && m_text.substr(at).starts_with(closing)) {
                return at;
            }
        }
        return std::string_view::npos;
    }

    bool is_line_start(std::size_t at) const { return at == 0 || m_text[at - 1] == '\n'; }

    /// The next tag from m_at on; Kind::End if there is none.
    Tag next_tag() const
    {
        for (auto at = m_text.find_first_of("{#", m_at); at != std::string_view::npos;
             at = m_text.find_first_of("{#", at + 1)) {
            if (m_text.substr(at).starts_with("##") && is_line_start(at)) {
                auto const line_end = std::min(m_text.find('\n', at), m_text.size());
                return {Tag::Kind::Statement, at, at + 2, line_end,
                        std::min(line_end + 1, m_text.size())};
            }
            for (std::size_t kind = 0; kind < brackets.size(); ++kind) {
                if (m_text.substr(at).starts_with(brackets[kind].opening)) {
                    return bracketed(at, kind);
                }
            }
        }
        return {.start = m_text.size(), .after = m_text.size()};
    }

    Tag bracketed(std::size_t at, std::size_t index) const
    {
        constexpr std::array kinds{Tag::Kind::Print, Tag::Kind::Statement, Tag::Kind::Comment};
        auto const& bracket = brackets[index];
        Tag tag{.kind = kinds[index], .start = at, .begin = at + 2};
        tag.end = find_closing(tag.begin, bracket.closing, tag.kind != Tag::Kind::Comment);
        if (tag.end == std::string_view::npos) {
            fail(m_source, at, "expected '" + std::string{bracket.closing} + "'");
        }
        tag.after = tag.end + 2;
        if (tag.begin < tag.end && (m_text[tag.begin] == '-' || m_text[tag.begin] == '+')) {
            tag.trims_before = m_text[tag.begin] == '-';
            ++tag.begin;
        }
        if (tag.begin < tag.end && m_text[tag.end - 1] == '-') {
            tag.trims_after = true;
            --tag.end;
        }
        return tag;
    }

    /// Appends nodes up to a statement that only ends others, and returns its word; m_inside is
    /// after the word then.
    std::string nodes_until(Nodes& nodes, std::string_view opened)
    {
        if (++m_depth > max_depth) {
            fail(m_source, m_at, "statements are nested too deeply");
        }
        for (;;) {
            auto const tag = next_tag();
            append_text(nodes, tag);
            m_at = tag.after;
            m_trims = tag.trims_after;
            m_tag = tag;
            if (tag.kind == Tag::Kind::End) {
                if (!opened.empty()) {
                    fail(m_source, m_text.size(), "unmatched " + std::string{opened});
                }
                --m_depth;
                return {};
            }
            if (tag.kind == Tag::Kind::Print) {
                ExpressionParser inside{Lexer{m_source, tag.begin, tag.end}};
                auto value = inside.parse();
                inside.expect_end();
                nodes.push_back({PrintNode{std::move(value)}, tag.start});
            } else if (tag.kind == Tag::Kind::Statement) {
                if (auto word = statement(nodes, tag); !word.empty()) {
                    --m_depth;
                    return word;
                }
            }
        }
    }

    void append_text(Nodes& nodes, Tag const& tag)
    {
        auto text = m_text.substr(m_at, tag.start - m_at);
        if (m_trims) {
            text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
        }
        if (tag.trims_before) {
            text = text.substr(0, text.find_last_not_of(blanks) + 1);
        }
        if (!text.empty()) {
            nodes.push_back({TextNode{std::string{text}}, m_at});
        }
    }

    /// \returns the word of a statement that ends another one
    std::string statement(Nodes& nodes, Tag const& tag)
    {
        ExpressionParser inside{Lexer{m_source, tag.begin, tag.end}};
        auto const word = inside.take_name("a statement");
        if (word == "for") {
            nodes.push_back({for_statement(inside), tag.start});
        } else if (word == "if") {
            nodes.push_back({if_statement(inside), tag.start});
        } else if (word == "block") {
            nodes.push_back({block_statement(inside), tag.start});
        } else if (word == "include" || word == "extends") {
            auto name = inside.take_text();
            inside.expect_end();
            if (word == "include") {
                nodes.push_back({IncludeNode{std::move(name)}, tag.start});
            } else {
                nodes.push_back({ExtendsNode{std::move(name)}, tag.start});
            }
        } else if (word == "set") {
            auto path = to_path(inside.take_name("a variable"));
            inside.expect("=");
            auto value = inside.parse();
            inside.expect_end();
            nodes.push_back({SetNode{std::move(path), std::move(value)}, tag.start});
        } else if (word == "else" && inside.take("if")) {
            m_condition = inside.parse();
            inside.expect_end();
            return "else if";
        } else if (word == "else" || word == "endif" || word == "endfor" || word == "endblock") {
            inside.expect_end();
            return word;
        } else {
            fail(m_source, tag.begin, "unknown statement \"" + word + "\"");
        }
        return {};
    }

    ForNode for_statement(ExpressionParser& inside)
    {
        ForNode node;
        node.value = inside.take_name("a variable");
        if (inside.take(",")) {
            node.key = std::exchange(node.value, inside.take_name("a variable"));
        }
        inside.expect("in");
        node.list = inside.parse();
        inside.expect_end();
        expect_end(nodes_until(node.body, "for"), "endfor");
        return node;
    }

    IfNode if_statement(ExpressionParser& inside)
    {
        IfNode node;
        auto condition = inside.parse();
        inside.expect_end();
        std::string word;
        do {
            auto& branch = node.branches.emplace_back(std::move(condition), Nodes{});
            word = nodes_until(branch.second, "if");
            condition = std::move(m_condition);
        } while (word == "else if");
        if (word == "else") {
            word = nodes_until(node.otherwise, "if");
        }
        expect_end(word, "endif");
        return node;
    }

    BlockNode block_statement(ExpressionParser& inside)
    {
        BlockNode node{inside.take_name("a name"), {}};
        inside.expect_end();
        expect_end(nodes_until(node.body, "block"), "endblock");
        return node;
    }

    void expect_end(std::string_view word, std::string_view expected) const
    {
        if (word != expected) {
            fail(m_source, m_tag.start, "expected " + std::string{expected});
        }
    }

    Source const& m_source;
    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_trims = false; ///< the tag before this text ends with "-"
    Tag m_tag;            ///< the last one
    Expression m_condition;
    int m_depth = 0;
};

} // namespace

Template parse(Source source)
{
    Template parsed{std::move(source), {}};
    parsed.nodes = Parser{parsed.source}.parse();
    return parsed;
}

} // namespace ms::inja
