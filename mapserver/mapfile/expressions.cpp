// SPDX-License-Identifier: MIT
#include "mapfile/expressions.hpp"

#include "base/error.hpp"
#include "mapfile/condition.hpp"
#include "mapfile/model/map.hpp"
#include "mapfile/walk.hpp"

#include <functional>
#include <string>
#include <tuple>
#include <unordered_map>

namespace ms::mapfile {

namespace {

enum class Form : std::uint8_t { Logical, Template, Text, Regex, List };

/// The key of an expression. \tparam Text owns the texts, or refers to them
template <typename Text>
struct Key {
    Form form = Form::Logical;
    bool ignore_case = false;
    Text item;
    Text text;
};
using KeyView = Key<std::string_view>;

struct HashOfKey {
    using is_transparent = void;
    template <typename Text>
    std::size_t operator()(Key<Text> const& key) const noexcept
    {
        std::hash<std::string_view> const hash;
        auto const flags = static_cast<std::size_t>(key.form) * 2 + (key.ignore_case ? 1 : 0);
        return (hash(key.text) * 31 + hash(key.item)) * 31 + flags;
    }
};

struct SameKey {
    using is_transparent = void;
    template <typename A, typename B>
    bool operator()(Key<A> const& a, Key<B> const& b) const noexcept
    {
        return a.form == b.form && a.ignore_case == b.ignore_case && a.item == b.item &&
               a.text == b.text;
    }
};

KeyView logical_key(std::string_view text)
{
    return {.form = Form::Logical, .item = {}, .text = text};
}

KeyView text_key(Expression const& text)
{
    return {.form = text.kind == ExpressionKind::Logical ? Form::Logical : Form::Template,
            .item = {},
            .text = text.text};
}

KeyView condition_key(Expression const& condition, std::string_view item)
{
    switch (condition.kind) {
    case ExpressionKind::Regex:
        return {Form::Regex, condition.ignore_case, item, condition.text};
    case ExpressionKind::List:
        return {.form = Form::List, .item = item, .text = condition.text};
    case ExpressionKind::String:
        return {Form::Text, condition.ignore_case, item, condition.text};
    case ExpressionKind::Logical:
    case ExpressionKind::None:
        break;
    }
    return logical_key(condition.text);
}

expr::Expression parse_text(Expression const& text)
{
    return text.kind == ExpressionKind::Logical ? expr::parse(text.text)
                                                : expr::parse_text_template(text.text);
}

} // namespace

struct Expressions::Table {
    std::unordered_map<Key<std::string>, expr::Expression, HashOfKey, SameKey> entries;
    Table const* known = nullptr;      ///< of another map, while this one is built
    std::shared_ptr<Table const> base; ///< the table that these extend; may be null

    [[nodiscard]] expr::Expression const* find(KeyView const& key) const
    {
        if (auto const found = entries.find(key); found != entries.end()) {
            return &found->second;
        }
        return base ? base->find(key) : nullptr;
    }

    /// \param parse called when the key is new
    template <typename Parse>
    void add(KeyView const& key, Parse const& parse)
    {
        if (find(key) != nullptr) {
            return;
        }
        auto const* const shared = known != nullptr ? known->find(key) : nullptr;
        try {
            auto meaning = shared != nullptr ? *shared : parse();
            entries.emplace(Key<std::string>{key.form, key.ignore_case, std::string{key.item},
                                             std::string{key.text}},
                            std::move(meaning));
        } catch (Error const&) { // reported to the request that uses it
        }
    }

    void add_logical(std::string const& text)
    {
        if (text.starts_with('(')) {
            add(logical_key(text), [&] { return expr::parse(text); });
        }
    }

    void add_text(Expression const& text)
    {
        if (text.is_set()) {
            add(text_key(text), [&] { return parse_text(text); });
        }
    }

    void add_condition(Expression const& condition, std::string_view item)
    {
        bool const lacks_item = condition.kind != ExpressionKind::Logical && item.empty();
        if (condition.is_set() && !lacks_item) {
            add(condition_key(condition, item), [&] { return condition_of(condition, item); });
        }
    }

    void add_class(Layer const& layer, Class const& klass)
    {
        add_condition(klass.expression, item_of_classes(layer));
        add_text(klass.text);
        for_each_style_of(klass, [&](Style const& style) {
            add_logical(style.size.expression);
            add_logical(style.geom_transform);
        });
        for (auto const& label : klass.labels) {
            add_text(label.text);
            add_condition(label.expression, layer.label_item);
            add_logical(label.size.expression);
            add_logical(label.priority.expression);
        }
    }

    void add_layer(Layer const& layer)
    {
        add_logical(layer.requires_expression);
        add_logical(layer.label_requires_expression);
        add_logical(layer.geom_transform);
        add_condition(layer.filter, layer.filter_item);
        add_text(layer.utf_data);
        if (layer.cluster) {
            add_text(layer.cluster->group);
            add_condition(layer.cluster->filter, "");
        }
        for (auto const& klass : layer.classes) {
            add_class(layer, klass);
        }
    }
};

Expressions::Expressions(Map const& map, Expressions const& known)
{
    auto table = std::make_shared<Table>();
    table->known = known.m_table.get();
    for (auto const& layer : map.layers) {
        table->add_layer(layer);
    }
    table->known = nullptr;
    m_table = std::move(table);
}

expr::Expression Expressions::logical(std::string_view text) const
{
    auto const* const known = m_table ? m_table->find(logical_key(text)) : nullptr;
    return known != nullptr ? *known : expr::parse(text);
}

expr::Expression Expressions::text(Expression const& text) const
{
    auto const* const known = m_table ? m_table->find(text_key(text)) : nullptr;
    return known != nullptr ? *known : parse_text(text);
}

expr::Expression Expressions::condition(Expression const& condition, std::string_view item) const
{
    if (!condition.is_set()) {
        return {};
    }
    auto const* const known = m_table ? m_table->find(condition_key(condition, item)) : nullptr;
    return known != nullptr ? *known : condition_of(condition, item);
}

Expressions Expressions::with(std::span<Layer const* const> layers) const
{
    auto table = std::make_shared<Table>();
    table->base = m_table;
    for (auto const* const layer : layers) {
        table->add_layer(*layer);
    }
    if (table->entries.empty()) {
        return *this;
    }
    Expressions extended;
    extended.m_table = std::move(table);
    return extended;
}

std::size_t Expressions::size() const noexcept
{
    return m_table ? m_table->entries.size() : 0;
}

} // namespace ms::mapfile
