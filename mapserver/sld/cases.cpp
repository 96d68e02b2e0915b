// SPDX-License-Identifier: MIT
#include "sld/cases.hpp"

#include "sld/css.hpp"
#include "sld/lookup.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace ms::sld {

namespace {

/// Limits the copies of a rule: one for each case of a function, times those of the next one; each
/// copy is searched for the remaining functions.
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

/// A function of a rule and where it stands.
struct Function {
    XmlNode const* node;
    Lookup lookup;
};

std::size_t count_nodes_of(Lookup const& lookup)
{
    std::size_t total = 0;
    for (auto const& each : lookup.cases) {
        total += count_nodes(each.condition);
        for (auto const& node : each.content) {
            total += count_nodes(node);
        }
    }
    return total;
}

/// A copy with the values of one case in the places of the functions.
/// \param functions in document order; those that are met are taken off
XmlNode decided(XmlNode const& node, std::size_t index, std::span<Function const>& functions)
{
    XmlNode made{.name = node.name, .attributes = node.attributes, .value = node.value};
    for (auto const& child : node.children) {
        if (functions.empty() || functions.front().node != &child) {
            made.children.push_back(decided(child, index, functions));
            continue;
        }
        auto const& content = functions.front().lookup.cases[index].content;
        made.children.insert(made.children.end(), content.begin(), content.end());
        functions = functions.subspan(1);
    }
    return made;
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

/// A title distinguishes the cases in a legend.
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
        std::vector<Function> functions;
        find_functions(rule, functions);
        if (functions.empty()) {
            m_visit(rule);
            return;
        }
        auto const& cases = functions.front().lookup.cases;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            std::span<Function const> all{functions};
            auto made = decided(rule, i, all);
            add_condition(made, cases[i].condition);
            add_title(made, cases[i].title);
            charge(count_nodes(made));
            expand(made);
        }
    }

private:
    /// The first function in document order, and all that have the same cases.
    void find_functions(XmlNode const& node, std::vector<Function>& functions)
    {
        for (auto const& child : node.children) {
            auto lookup = read_lookup(child);
            if (lookup) {
                charge(count_nodes_of(*lookup));
            }
            if (lookup &&
                (functions.empty() || has_same_cases(*lookup, functions.front().lookup))) {
                functions.push_back({&child, std::move(*lookup)});
            } else {
                find_functions(child, functions);
            }
        }
    }

    void charge(std::size_t nodes)
    {
        m_nodes += nodes;
        if (m_nodes > max_nodes) {
            refuse("the functions of a rule have too many cases");
        }
    }

    std::function<void(XmlNode const&)> const& m_visit;
    std::size_t m_nodes = 0;
};

} // namespace

void for_each_case(XmlNode const& rule, std::function<void(XmlNode const&)> const& visit)
{
    Expansion{visit}.expand(rule);
}

} // namespace ms::sld
