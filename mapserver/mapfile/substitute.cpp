// SPDX-License-Identifier: MIT
#include "mapfile/substitute.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "mapfile/pattern.hpp"

#include <algorithm>
#include <initializer_list>

namespace ms::mapfile {

namespace {

constexpr std::string_view default_prefix = "default_";

/// What one VALIDATION block lets through.
struct Scope {
    struct Replacement {
        std::string token; ///< with the percent signs
        std::string value;
    };
    std::vector<Replacement> values;
    std::vector<Replacement> defaults;
};

using Scopes = std::initializer_list<Scope const*>;

std::string token_of(std::string_view name)
{
    return '%' + std::string{name} + '%';
}

bool is_valid(std::string const& value, std::string const& pattern)
{
    try {
        return Pattern{pattern}.is_all_of(value);
    } catch (Error const&) {
        return false; // check() has told the author of the mapfile
    }
}

/// The environment wins over the request (MapServer: so that an operator can pin a parameter).
std::optional<std::string> value_of(std::string const& name, Substitutions const& given)
{
    if (given.environment != nullptr) {
        if (char const* const value = given.environment(name.c_str())) {
            return value;
        }
    }
    auto const* const value = given.parameters.find(name);
    return value == nullptr ? std::nullopt : std::optional{*value};
}

void reject(std::string const& name, Substitutions const& given)
{
    if (given.rejected == nullptr) {
        return;
    }
    auto message = "the value of the parameter \"" + name + "\" does not match its VALIDATION";
    if (std::ranges::find(*given.rejected, message) == given.rejected->end()) {
        given.rejected->push_back(std::move(message));
    }
}

Scope scope_of(StringMap const& validation, Substitutions const& given)
{
    Scope scope;
    for (auto const& [key, pattern] : validation.entries) {
        if (starts_with_ignoring_case(key, default_prefix)) {
            scope.defaults.push_back({token_of(key.substr(default_prefix.size())), pattern});
            continue;
        }
        auto value = value_of(key, given);
        if (value && is_valid(*value, pattern)) {
            scope.values.push_back({token_of(key), std::move(*value)});
        } else if (value) {
            reject(key, given);
        }
    }
    return scope;
}

void replace(std::string& text, Scope::Replacement const& replacement)
{
    auto const& token = replacement.token;
    for (auto at = find_ignoring_case(text, token); at != std::string::npos;
         at = find_ignoring_case(text, token, at + replacement.value.size())) {
        text.replace(at, token.size(), replacement.value);
    }
}

void apply(std::string& text, Scopes scopes)
{
    if (text.find('%') == std::string::npos) {
        return;
    }
    for (auto const* const scope : scopes) {
        std::ranges::for_each(scope->values, [&](auto const& value) { replace(text, value); });
    }
    for (auto const* const scope : scopes) {
        std::ranges::for_each(scope->defaults, [&](auto const& value) { replace(text, value); });
    }
}

void apply(StringMap& map, Scopes scopes)
{
    for (auto& [key, text] : map.entries) {
        apply(text, scopes);
    }
}

/// Calls `visit(text)` for everything in a layer itself that may hold a token.
void for_each_text(auto& layer, auto visit)
{
    visit(layer.data);
    visit(layer.tile_index);
    visit(layer.connection);
    visit(layer.filter.text);
    visit(layer.mask);
    for (auto* const map : {&layer.bind_values, &layer.metadata}) {
        for (auto& entry : map->entries) {
            visit(entry.second);
        }
    }
    for (auto& directive : layer.processing) {
        visit(directive);
    }
}

void for_each_text_of_class(auto& klass, auto visit)
{
    visit(klass.expression.text);
    visit(klass.text.text);
    visit(klass.title);
}

/// "immutable" in WEB VALIDATION turns all of this off, defaults included.
bool is_immutable(Map const& map)
{
    return map.web.validation.find("immutable") != nullptr;
}

} // namespace

bool has_substitutions(Map const& map, Layer const& layer)
{
    bool has_validation = !map.web.validation.empty() || !layer.validation.empty();
    bool has_token = false;
    auto const look = [&](std::string const& text) {
        has_token = has_token || text.find('%') != std::string::npos;
    };
    for_each_text(layer, look);
    for (auto const& klass : layer.classes) {
        has_validation = has_validation || !klass.validation.empty();
        for_each_text_of_class(klass, look);
    }
    return has_token && has_validation && !is_immutable(map);
}

Layer substitute(Map const& map, Layer const& layer, Substitutions const& values)
{
    Layer changed = layer;
    if (is_immutable(map)) {
        return changed;
    }
    auto const of_web = scope_of(map.web.validation, values);
    auto const of_layer = scope_of(layer.validation, values);
    for_each_text(changed, [&](std::string& text) { apply(text, {&of_layer, &of_web}); });
    for (auto& klass : changed.classes) {
        auto const of_class = scope_of(klass.validation, values);
        for_each_text_of_class(klass, [&](std::string& text) {
            apply(text, {&of_class, &of_layer, &of_web});
        });
    }
    return changed;
}

void replace_token(Layer& layer, std::string_view name, std::string_view value)
{
    Scope::Replacement const replacement{token_of(name), std::string{value}};
    auto const visit = [&](std::string& text) { replace(text, replacement); };
    for_each_text(layer, visit);
    for (auto& klass : layer.classes) {
        for_each_text_of_class(klass, visit);
    }
}

Web substitute(Map const& map, Web const& web, Substitutions const& values)
{
    Web changed = web;
    if (!is_immutable(map)) {
        auto const of_web = scope_of(map.web.validation, values);
        apply(changed.metadata, {&of_web});
        apply(changed.template_path, {&of_web});
    }
    return changed;
}

OutputFormat substitute(Map const& map, OutputFormat const& format, Substitutions const& values)
{
    OutputFormat changed = format;
    if (!is_immutable(map)) {
        auto const of_web = scope_of(map.web.validation, values);
        apply(changed.options, {&of_web});
    }
    return changed;
}

} // namespace ms::mapfile
