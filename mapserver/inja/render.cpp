// SPDX-License-Identifier: MIT
#include "inja/evaluate.hpp"
#include "inja/html_output.hpp"
#include "inja/inja.hpp"
#include "inja/parse.hpp"

#include <algorithm>

namespace ms::inja {

namespace {

constexpr std::size_t max_files = 100; ///< included one by another, or in a row
constexpr std::size_t max_depth = 20;  ///< included one by another

/// Releases the charge of computed values when the page is done.
class Counted {
public:
    explicit Counted(Budget& budget) : m_budget(budget), m_before(budget.kept_bytes()) {}
    ~Counted()
    {
        if (m_budget.kept_bytes() > m_before) {
            m_budget.release(m_budget.kept_bytes() - m_before);
        }
    }
    Counted(Counted const&) = delete;
    Counted& operator=(Counted const&) = delete;

private:
    Budget& m_budget;
    std::size_t m_before;
};

class Renderer {
public:
    Renderer(Load const& load, Json const& data, Budget& budget)
        : m_load(load), m_scope{data}, m_budget(budget), m_output(budget)
    {}

    std::string page(std::string_view name)
    {
        render_file(name);
        return m_output.take();
    }

private:
    /// A template and those it extends: the first block of a name has priority.
    struct Family {
        std::vector<Template> members; ///< from the most derived to the base
    };

    /// The position in its family of the block that is being written.
    struct BlockPlace {
        std::string_view name;
        std::size_t member;
    };

    Template load(std::string_view name)
    {
        if (++m_files > max_files) {
            auto const text = "template \"" + std::string{name} + "\": too many files are included";
            throw PublicError{ErrorKind::BadMapfile, text, text};
        }
        auto text = m_load(name);
        m_budget.keep(text.size());
        return parse({std::string{name}, std::move(text)});
    }

    static ExtendsNode const* find_extends(Nodes const& nodes)
    {
        for (auto const& node : nodes) {
            if (auto const* const found = std::get_if<ExtendsNode>(&node.what)) {
                return found;
            }
        }
        return nullptr;
    }

    void render_file(std::string_view name)
    {
        if (++m_depth > max_depth) {
            auto const text = "template \"" + std::string{name} + "\": included too deeply";
            throw PublicError{ErrorKind::BadMapfile, text, text};
        }
        Family family;
        family.members.push_back(load(name));
        while (auto const* const base = find_extends(family.members.back().nodes)) {
            auto const base_name = base->name;
            family.members.push_back(load(base_name));
        }
        auto const last = family.members.size() - 1;
        render(family, last, family.members[last].nodes);
        --m_depth;
    }

    void render(Family const& family, std::size_t member, Nodes const& nodes)
    {
        for (auto const& node : nodes) {
            m_budget.work();
            std::visit([&](auto const& what) { write(family, member, node, what); }, node.what);
        }
    }

    Evaluator evaluator(Family const& family, std::size_t member) const
    {
        return {family.members[member].source, m_scope, m_budget};
    }

    void write(Family const& /*family*/, std::size_t /*member*/, Node const& /*node*/,
               TextNode const& what)
    {
        m_output.append_markup(what.text);
    }

    void write(Family const& family, std::size_t member, Node const& /*node*/,
               PrintNode const& what)
    {
        auto const* const call = std::get_if<Call>(&what.value.what);
        if (call != nullptr && call->function == Function::Super && !m_blocks.empty()) {
            auto const block = m_blocks.back();
            write_block(family, block.name, block.member + 1);
            return;
        }
        auto const value = evaluator(family, member).value(what.value);
        bool const is_safe = call != nullptr && call->function == Function::Safe;
        if (is_safe && value.get().is_string()) {
            m_output.append_markup(value.get().get_ref<std::string const&>());
        } else {
            m_output.append_value(value.get());
        }
    }

    void write(Family const& family, std::size_t member, Node const& node, ForNode const& what)
    {
        auto const& source = family.members[member].source;
        // A copy, as {% set %} may change the list during the loop.
        auto const list = lasting(evaluator(family, member), what.list);
        bool const wants_object = !what.key.empty();
        if (wants_object ? !list.get().is_object() : !list.get().is_array()) {
            fail(source, node.offset,
                 wants_object ? "an object is needed here" : "an array is needed here");
        }
        m_scope.loops.push_back({what.key, what.value, {}, nullptr, 0, list.get().size()});
        for (auto item = list.get().begin(); item != list.get().end(); ++item) {
            auto& loop = m_scope.loops.back();
            loop.value_now = &*item;
            if (wants_object) {
                loop.key_now = item.key();
            }
            render(family, member, what.body);
            ++m_scope.loops.back().index;
        }
        m_scope.loops.pop_back();
    }

    /// Values of the page's data are stable; those of {% set %} may be replaced.
    Value lasting(Evaluator const& evaluate, Expression const& expression) const
    {
        return m_scope.locals.empty() ? evaluate.value(expression)
                                      : Value{evaluate.copy(expression)};
    }

    void write(Family const& family, std::size_t member, Node const& /*node*/, IfNode const& what)
    {
        auto const conditions = evaluator(family, member);
        auto const branch = std::ranges::find_if(
            what.branches, [&](auto const& each) { return conditions.is_true(each.first); });
        render(family, member, branch == what.branches.end() ? what.otherwise : branch->second);
    }

    /// Variables set in it are unknown after it, as in Inja.
    void write(Family const& /*family*/, std::size_t /*member*/, Node const& /*node*/,
               IncludeNode const& what)
    {
        auto const before = m_scope.locals;
        render_file(what.name);
        m_scope.locals = before;
    }

    void write(Family const& /*family*/, std::size_t /*member*/, Node const& /*node*/,
               ExtendsNode const& /*what*/)
    {}

    void write(Family const& family, std::size_t /*member*/, Node const& /*node*/,
               BlockNode const& what)
    {
        write_block(family, what.name, 0);
    }

    /// The block as the first of the members from `from` on has it.
    void write_block(Family const& family, std::string_view name, std::size_t from)
    {
        if (m_blocks.size() > max_depth) { // a block within one of its name
            auto const text = "template \"" + family.members[0].source.name + "\": block \"" +
                              std::string{name} + "\" is within itself";
            throw PublicError{ErrorKind::BadMapfile, text, text};
        }
        for (auto member = from; member < family.members.size(); ++member) {
            if (auto const* const block = find_block(family.members[member].nodes, name)) {
                m_blocks.push_back({name, member});
                render(family, member, block->body);
                m_blocks.pop_back();
                return;
            }
        }
    }

    static BlockNode const* find_block(Nodes const& nodes, std::string_view name)
    {
        for (auto const& node : nodes) {
            if (auto const* const block = std::get_if<BlockNode>(&node.what)) {
                if (block->name == name) {
                    return block;
                }
                if (auto const* const inner = find_block(block->body, name)) {
                    return inner;
                }
            }
        }
        return nullptr;
    }

    void write(Family const& family, std::size_t member, Node const& node, SetNode const& what)
    {
        auto value = evaluator(family, member).copy(what.value);
        auto* place = &m_scope.locals;
        for (auto const& step : what.path) {
            if (!place->is_object() || what.path.size() > max_depth) {
                fail(family.members[member].source, node.offset, "this cannot have members");
            }
            auto& next = (*place)[step];
            if (next.is_null()) {
                next = Json::object();
            }
            place = &next;
        }
        *place = std::move(value);
    }

    Load const& m_load;
    Scope m_scope;
    Budget& m_budget;
    HtmlOutput m_output;
    std::vector<BlockPlace> m_blocks{};
    std::size_t m_files = 0;
    std::size_t m_depth = 0;
};

} // namespace

std::string render(std::string_view name, Load const& load, nlohmann::json const& data,
                   Budget& budget)
{
    Counted const counted{budget};
    return Renderer{load, data, budget}.page(name);
}

} // namespace ms::inja
