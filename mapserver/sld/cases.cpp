// SPDX-License-Identifier: MIT
#include "sld/cases.hpp"

#include "sld/css.hpp"
#include "sld/lookup.hpp"

#include <algorithm>

namespace ms::sld {

namespace {

/// A rule is copied for each case of a function, times those of the next one.
constexpr std::size_t max_nodes = 500'000;

bool is_same(XmlNode const& a, XmlNode const& b)
{
    return a.name == b.name && a.value == b.value &&
           std::ranges::equal(a.children, b.children, &is_same);
}

bool has_same_cases(Lookup const& a, Lookup const& b)
{
    return std::ranges::equal(a.cases, b.cases, [](Lookup::Case const& x, Lookup::Case const& y) {
        return is_same(x.condition, y.condition);
    });
}

/// The first function in document order.
std::optional<Lookup> find_lookup(XmlNode const& node)
{
    for (auto const& child : node.children) {
        if (auto lookup = read_lookup(child)) {
            return lookup;
        }
        if (auto lookup = find_lookup(child)) {
            return lookup;
        }
    }
    return std::nullopt;
}

/// Puts the values of one case in the places of the functions that have the same cases.
void decide(XmlNode& node, Lookup const& which, std::size_t index)
{
    std::vector<XmlNode> children;
    for (auto& child : node.children) {
        auto const lookup = read_lookup(child);
        if (lookup && has_same_cases(*lookup, which)) {
            auto const& content = lookup->cases[index].content;
            children.insert(children.end(), content.begin(), content.end());
        } else {
            decide(child, which, index);
            children.push_back(std::move(child));
        }
    }
    node.children = std::move(children);
}

XmlNode* find_child(XmlNode& node, std::string_view name)
{
    auto const found = std::ranges::find(node.children, name, &XmlNode::name);
    return found == node.children.end() ? nullptr : &*found;
}

/// ANDs a condition to the rule's Filter.
void add_condition(XmlNode& rule, XmlNode const& condition)
{
    auto* const filter = find_child(rule, "Filter");
    if (filter == nullptr) {
        rule.children.push_back({.name = "Filter", .children = {condition}});
        return;
    }
    filter->children.push_back(condition);
    filter->children = {{.name = "And", .children = std::move(filter->children)}};
}

/// A legend tells the cases apart.
void add_title(XmlNode& rule, std::string const& text)
{
    if (text.empty()) {
        return;
    }
    auto known = rule.text_of("Title");
    if (known.empty()) {
        known = rule.text_of("Description/Title");
    }
    if (known.empty()) {
        known = rule.text_of("Name");
    }
    XmlNode const title{.name = "Title",
                        .children = {{.value = known.empty() ? text : known + ": " + text}}};
    if (auto* const old = find_child(rule, "Title")) {
        *old = title;
    } else {
        rule.children.push_back(title);
    }
}

class Expansion {
public:
    explicit Expansion(std::function<void(XmlNode const&)> const& visit) : m_visit(visit) {}

    void expand(XmlNode const& rule)
    {
        auto const lookup = find_lookup(rule);
        if (!lookup) {
            m_visit(rule);
            return;
        }
        for (std::size_t i = 0; i < lookup->cases.size(); ++i) {
            XmlNode made = rule;
            decide(made, *lookup, i);
            add_condition(made, lookup->cases[i].condition);
            add_title(made, lookup->cases[i].title);
            m_nodes += count_nodes(made);
            if (m_nodes > max_nodes) {
                refuse("the functions of a rule have too many cases");
            }
            expand(made);
        }
    }

private:
    std::function<void(XmlNode const&)> const& m_visit;
    std::size_t m_nodes = 0;
};

} // namespace

void for_each_case(XmlNode const& rule, std::function<void(XmlNode const&)> const& visit)
{
    Expansion{visit}.expand(rule);
}

} // namespace ms::sld
