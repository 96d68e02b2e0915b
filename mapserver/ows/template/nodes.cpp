// SPDX-License-Identifier: MIT
#include "ows/template/nodes.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace ms::ows::tmpl {

namespace {

constexpr std::size_t max_depth = 32;
constexpr std::size_t max_nodes = 100'000;
constexpr std::size_t max_tag_length = 10'000;

constexpr std::array<std::string_view, 9> block_names{
    "feature",        "resultset",       "if",
    "join",           "leg_group_html",  "leg_layer_html",
    "leg_class_html", "leg_header_html", "leg_footer_html"};

bool is_block(std::string_view name)
{
    return std::ranges::any_of(
        block_names, [&](std::string_view block) { return equals_ignoring_case(block, name); });
}

bool is_blank(char c) noexcept
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_name_character(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}

/// Walks through one tag.
class TagReader {
public:
    TagReader(std::string_view text, std::size_t at)
        : m_text(text.substr(at, max_tag_length)), m_rest(m_text.substr(1))
    {}

    std::optional<Tag> read()
    {
        Tag tag;
        tag.name = take_name();
        if (tag.name.empty()) {
            return std::nullopt;
        }
        for (;;) {
            bool const is_separated = skip_blanks();
            if (m_rest.empty()) {
                return std::nullopt;
            }
            if (m_rest.front() == ']') {
                tag.text = m_text.substr(0, m_text.size() - m_rest.size() + 1);
                return tag;
            }
            if (!is_separated || !take_attribute(tag)) {
                return std::nullopt;
            }
        }
    }

private:
    std::string take_name()
    {
        auto const end = std::ranges::find_if_not(m_rest, is_name_character);
        std::string name{m_rest.begin(), end};
        m_rest.remove_prefix(name.size());
        return name;
    }

    bool skip_blanks()
    {
        bool any = false;
        while (!m_rest.empty() && is_blank(m_rest.front())) {
            m_rest.remove_prefix(1);
            any = true;
        }
        return any;
    }

    bool take_attribute(Tag& tag)
    {
        auto name = take_name();
        skip_blanks();
        if (name.empty() || m_rest.empty() || m_rest.front() != '=') {
            return false;
        }
        m_rest.remove_prefix(1);
        skip_blanks();
        auto value = take_value();
        if (!value) {
            return false;
        }
        tag.attributes.emplace_back(std::move(name), std::move(*value));
        return true;
    }

    /// In quotes of either kind, or up to a blank or the bracket.
    std::optional<std::string> take_value()
    {
        if (m_rest.empty()) {
            return std::nullopt;
        }
        auto const quote = m_rest.front();
        bool const is_quoted = quote == '"' || quote == '\'';
        m_rest.remove_prefix(is_quoted ? 1 : 0);
        auto const end = std::ranges::find_if(
            m_rest, [&](char c) { return is_quoted ? c == quote : is_blank(c) || c == ']'; });
        if (end == m_rest.end()) {
            return std::nullopt;
        }
        std::string value{m_rest.begin(), end};
        m_rest.remove_prefix(value.size() + (is_quoted ? 1 : 0));
        return value;
    }

    std::string_view m_text;
    std::string_view m_rest;
};

/// Builds the tree in one pass: blocks that are open are on a stack.
class TreeBuilder {
public:
    std::vector<Node> build(std::string_view text)
    {
        m_open.emplace_back();
        std::size_t written = 0;
        for (auto at = text.find('['); at != std::string_view::npos; at = text.find('[', at)) {
            auto const closed = closed_block(text, at);
            auto tag = closed.empty() ? read_tag(text, at) : std::nullopt;
            if (closed.empty() && !tag) {
                ++at;
                continue;
            }
            add_text(text.substr(written, at - written));
            auto const length = closed.empty() ? tag->text.size() : closed.size() + 3;
            if (closed.empty()) {
                add_tag(std::move(*tag));
            } else {
                close(closed, text.substr(at, length));
            }
            at += length;
            written = at;
        }
        add_text(text.substr(written));
        while (m_open.size() > 1) {
            give_up_innermost();
        }
        return std::move(m_open.front().nodes);
    }

private:
    struct Open {
        Tag tag{};
        std::vector<Node> nodes{}; ///< target of new nodes
        std::vector<Node> before_else{};
        std::optional<std::string> else_text{};
    };

    /// The name in "[/name]" if the text has one at `at`, else "".
    static std::string_view closed_block(std::string_view text, std::size_t at)
    {
        auto rest = text.substr(at);
        if (!rest.starts_with("[/")) {
            return {};
        }
        rest.remove_prefix(2);
        auto const end = rest.substr(0, 40).find(']');
        auto const name = end == std::string_view::npos ? std::string_view{} : rest.substr(0, end);
        return is_block(name) ? name : std::string_view{};
    }

    void add_text(std::string_view text)
    {
        if (!text.empty()) {
            add({.kind = Node::Kind::Text, .text = std::string{text}});
        }
    }

    void add(Node node)
    {
        if (++m_count > max_nodes) {
            throw Error{ErrorKind::BadMapfile, "a template has too many tags"};
        }
        m_open.back().nodes.push_back(std::move(node));
    }

    void add_tag(Tag tag)
    {
        auto& innermost = m_open.back();
        if (equals_ignoring_case(tag.name, "else") && !innermost.else_text &&
            equals_ignoring_case(innermost.tag.name, "if")) {
            innermost.before_else = std::exchange(innermost.nodes, {});
            innermost.else_text = tag.text;
        } else if (is_block(tag.name)) {
            if (m_open.size() > max_depth) {
                throw Error{ErrorKind::BadMapfile, "a template nests its blocks too deeply"};
            }
            m_open.push_back({.tag = std::move(tag)});
        } else {
            add({.kind = Node::Kind::Tag, .tag = std::move(tag)});
        }
    }

    void close(std::string_view name, std::string_view text)
    {
        auto const found = std::find_if(m_open.rbegin(), m_open.rend(), [&](Open const& open) {
            return equals_ignoring_case(open.tag.name, name);
        });
        if (found == m_open.rend()) {
            add_text(text);
            return;
        }
        auto const depth = static_cast<std::size_t>(std::distance(found, m_open.rend()));
        while (m_open.size() > depth) {
            give_up_innermost();
        }
        auto block = std::move(m_open.back());
        m_open.pop_back();
        Node node{.kind = Node::Kind::Block, .tag = std::move(block.tag)};
        if (block.else_text) {
            node.children = std::move(block.before_else);
            node.otherwise = std::move(block.nodes);
        } else {
            node.children = std::move(block.nodes);
        }
        add(std::move(node));
    }

    /// An unclosed block is not a block: its tag and its content become part of the surrounding
    /// text.
    void give_up_innermost()
    {
        auto block = std::move(m_open.back());
        m_open.pop_back();
        auto const append = [&](std::vector<Node>& nodes) {
            std::ranges::move(nodes, std::back_inserter(m_open.back().nodes));
        };
        add_text(block.tag.text);
        append(block.before_else);
        if (block.else_text) {
            add_text(*block.else_text);
        }
        append(block.nodes);
    }

    std::vector<Open> m_open;
    std::size_t m_count = 0;
};

} // namespace

std::string const* Tag::find(std::string_view attribute) const noexcept
{
    auto const found = std::ranges::find_if(
        attributes, [&](auto const& pair) { return equals_ignoring_case(pair.first, attribute); });
    return found == attributes.end() ? nullptr : &found->second;
}

std::string Tag::value(std::string_view attribute, std::string_view otherwise) const
{
    auto const* const given = find(attribute);
    return given == nullptr ? std::string{otherwise} : *given;
}

bool Tag::is_set(std::string_view attribute) const
{
    auto const* const given = find(attribute);
    return given != nullptr && equals_ignoring_case(*given, "true");
}

std::optional<Tag> read_tag(std::string_view text, std::size_t at)
{
    return TagReader{text, at}.read();
}

std::vector<Node> parse(std::string_view text)
{
    return TreeBuilder{}.build(text);
}

} // namespace ms::ows::tmpl
