// SPDX-License-Identifier: MIT
#include "inja/evaluate.hpp"

#include "inja/arithmetic.hpp"
#include "inja/parse.hpp"

#include <charconv>
#include <span>

namespace ms::inja {

namespace {

/// The value at the end of the path, or nullptr.
Json const* walk(Json const* from, std::span<std::string const> steps)
{
    for (auto const& step : steps) {
        if (from->is_object()) {
            auto const found = from->find(step);
            from = found == from->end() ? nullptr : &*found;
        } else if (from->is_array()) {
            std::size_t index = 0;
            auto const [end, problem] =
                std::from_chars(step.data(), step.data() + step.size(), index);
            bool const is_there =
                problem == std::errc{} && end == step.data() + step.size() && index < from->size();
            from = is_there ? &(*from)[index] : nullptr;
        } else {
            return nullptr;
        }
        if (from == nullptr) {
            return nullptr;
        }
    }
    return from;
}

/// The variable "loop" of the innermost of these; its parent is null in an outermost one.
Json loop_object(std::span<Loop const> loops)
{
    if (loops.empty()) {
        return nullptr;
    }
    auto const& loop = loops.back();
    return {{"index", loop.index},
            {"index1", loop.index + 1},
            {"is_first", loop.index == 0},
            {"is_last", loop.index + 1 == loop.size},
            {"parent", loop_object(loops.first(loops.size() - 1))}};
}

} // namespace

Value Evaluator::value(Expression const& expression) const
{
    try {
        return unguarded(expression);
    } catch (WrongValue const& problem) {
        fail(expression.offset, problem.what());
    }
}

Json Evaluator::copy(Expression const& expression) const
{
    try {
        return copied(unguarded(expression).get(), m_budget);
    } catch (WrongValue const& problem) {
        fail(expression.offset, problem.what());
    }
}

Value Evaluator::unguarded(Expression const& expression) const
{
    m_budget.work();
    if (auto const* const literal = std::get_if<Json>(&expression.what)) {
        return literal;
    }
    if (auto const* const variable = std::get_if<Variable>(&expression.what)) {
        if (auto found = find(variable->path)) {
            return std::move(*found);
        }
        fail(expression.offset, "variable '" + variable->name + "' not found");
    }
    if (auto const* const list = std::get_if<List>(&expression.what)) {
        auto items = Json::array();
        for (auto const& item : list->items) {
            items.push_back(copied(value(item).get(), m_budget));
        }
        return items;
    }
    if (auto const* const object = std::get_if<Object>(&expression.what)) {
        auto members = Json::object();
        for (auto const& [name, member] : object->members) {
            members[name] = copied(value(member).get(), m_budget);
        }
        return members;
    }
    return call(expression, std::get<Call>(expression.what));
}

bool Evaluator::is_true(Expression const& expression) const
{
    return inja::is_true(value(expression).get());
}

std::optional<Value> Evaluator::find(Path const& path) const
{
    auto const rest = std::span{path}.subspan(1);
    for (auto loop = m_scope.loops.rbegin(); loop != m_scope.loops.rend(); ++loop) {
        bool const is_key = !loop->key.empty() && path.front() == loop->key;
        if (is_key || path.front() == loop->value) {
            auto const* const found = walk(is_key ? &loop->key_now : loop->value_now, rest);
            return found == nullptr ? std::nullopt : std::optional<Value>{found};
        }
    }
    if (path.front() == "loop" && !m_scope.loops.empty()) {
        auto const loops = loop_object(m_scope.loops);
        auto const* const found = walk(&loops, rest);
        return found == nullptr ? std::nullopt : std::optional<Value>{Json(*found)};
    }
    if (auto const* const found = walk(&m_scope.locals, path)) {
        return found;
    }
    auto const* const found = walk(&m_scope.data, path);
    return found == nullptr ? std::nullopt : std::optional<Value>{found};
}

std::optional<Json> Evaluator::logical(Expression const& expression, Call const& call) const
{
    auto const& arguments = call.arguments;
    switch (call.function) {
    case Function::And:
        return is_true(arguments[0]) && is_true(arguments[1]);
    case Function::Or:
        return is_true(arguments[0]) || is_true(arguments[1]);
    case Function::Default: {
        auto const* const variable = std::get_if<Variable>(&arguments[0].what);
        bool const is_missing = variable != nullptr && !find(variable->path);
        return copy(arguments[is_missing ? 1 : 0]);
    }
    case Function::Exists: {
        auto const name = value(arguments[0]);
        if (!name.get().is_string()) {
            fail(expression.offset, "exists() takes the name of a variable as a text");
        }
        return find(to_path(name.get().get_ref<std::string const&>())).has_value();
    }
    default:
        return std::nullopt;
    }
}

Value Evaluator::call(Expression const& expression, Call const& call) const
{
    if (auto known = logical(expression, call)) {
        return std::move(*known);
    }
    std::vector<Value> values;
    values.reserve(call.arguments.size());
    for (auto const& argument : call.arguments) {
        values.push_back(value(argument));
    }
    std::vector<Json const*> arguments;
    for (auto const& each : values) {
        arguments.push_back(&each.get());
    }
    return apply(call.function, arguments, m_budget);
}

} // namespace ms::inja
