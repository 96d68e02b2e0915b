// SPDX-License-Identifier: MIT
#include "mapfile/substitute.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "mapfile/pattern.hpp"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

namespace ms::mapfile {

namespace {

constexpr std::string_view default_prefix = "default_";

/// The use of a text.
enum class Use {
    Shown,  ///< titles, labels, metadata, parameters of statements
    Parsed, ///< statements, expressions
    Path,   ///< parsed, and must not lead out of the folder that the mapfile names
};

/// Of a value that is compared with a pattern, once for each VALIDATION.
constexpr std::size_t longest_value = std::size_t{64} << 10U;

/// The patterns of one VALIDATION block.
struct Scope {
    struct Replacement {
        std::string token; ///< with the percent signs
        std::string value;
        bool is_whole = true; ///< the pattern matches all of the value, not only a part
    };
    std::vector<Replacement> values;
    std::vector<Replacement> defaults;
};

using Scopes = std::initializer_list<Scope const*>;

std::string token_of(std::string_view name)
{
    return '%' + std::string{name} + '%';
}

/// nullopt for an invalid pattern: mapcheck reports it to the author of the mapfile.
std::optional<Pattern> pattern_of(std::string const& text)
{
    try {
        return Pattern{text};
    } catch (Error const&) {
        return std::nullopt;
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

void note(std::string const& name, std::string_view what, Substitutions const& given)
{
    if (given.rejected == nullptr) {
        return;
    }
    auto message = "the value of the parameter \"" + name + "\" " + std::string{what};
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
        auto const value = value_of(key, given);
        if (!value) {
            continue;
        }
        if (value->size() > longest_value) {
            note(key, "is longer than 64 KiB", given);
            continue;
        }
        auto const compiled = pattern_of(pattern);
        if (!compiled || !compiled->is_in(*value)) {
            note(key,
                 compiled ? "does not match its VALIDATION"
                          : "cannot be checked: its VALIDATION is no regular expression",
                 given);
            continue;
        }
        bool const is_anything = pattern == "."; // the common way to write it
        bool const is_whole = is_anything || compiled->is_all_of(*value);
        if (!is_whole) {
            note(key,
                 "matches its VALIDATION in part only: no statement, expression or path gets it",
                 given);
        }
        scope.values.push_back({token_of(key), *value, is_whole});
    }
    return scope;
}

/// A value may hold tokens, whose values may be long: a small request must not make a large text.
constexpr std::size_t longest_text = std::size_t{1} << 20U;

void replace(std::string& text, Scope::Replacement const& replacement)
{
    auto const& token = replacement.token;
    for (auto at = find_ignoring_case(text, token); at != std::string::npos;
         at = find_ignoring_case(text, token, at + replacement.value.size())) {
        text.replace(at, token.size(), replacement.value);
        if (text.size() > longest_text) {
            throw Error{ErrorKind::BadRequest, "the parameter \"" +
                                                   token.substr(1, token.size() - 2) +
                                                   "\" makes a text of the map longer than 1 MiB"};
        }
    }
}

/// "a/../b", on Windows' side of the slash as well: GDAL reads both.
std::ptrdiff_t steps_up(std::string_view path)
{
    auto const normal = replace_all(path, "\\", "/");
    return std::ranges::count(split(normal, '/'), std::string_view{".."});
}

bool is_rooted(std::string_view path) noexcept
{
    return path.starts_with('/') || path.starts_with('\\');
}

/// Whether values have changed a path in a way that the mapfile's author cannot have intended, even
/// if their patterns allow it ("." allows everything).
bool leads_elsewhere(std::string_view path, std::string_view as_written)
{
    auto const is_control = [](unsigned char c) { return c < 0x20 || c == 0x7F; };
    return steps_up(path) > steps_up(as_written) || (is_rooted(path) && !is_rooted(as_written)) ||
           (std::ranges::any_of(path, is_control) && !std::ranges::any_of(as_written, is_control));
}

/// MapServer lets a pattern match anywhere in a value. Where the value is going to be parsed that
/// would let the rest of it through, so there it has to match from the first to the last character.
void apply(std::string& text, Scopes scopes, Use use = Use::Shown)
{
    if (text.find('%') == std::string::npos) {
        return;
    }
    auto const as_written = use == Use::Path ? text : std::string{};
    for (auto const* const scope : scopes) {
        for (auto const& value : scope->values) {
            if (use == Use::Shown || value.is_whole) {
                replace(text, value);
            }
        }
    }
    if (use == Use::Path && leads_elsewhere(text, as_written)) {
        text = as_written;
    }
    for (auto const* const scope : scopes) {
        std::ranges::for_each(scope->defaults, [&](auto const& value) { replace(text, value); });
    }
}

void apply(StringMap& map, Scopes scopes, Use use)
{
    for (auto& [key, text] : map.entries) {
        apply(text, scopes, use);
    }
}

/// Calls `visit(text, use)` for everything in a layer itself that may hold a token.
void for_each_text(auto& layer, auto visit)
{
    bool const is_file = layer.connection_type == ConnectionType::Local ||
                         layer.connection_type == ConnectionType::Ogr;
    visit(layer.data, is_file ? Use::Path : Use::Parsed);
    visit(layer.tile_index, Use::Path);
    visit(layer.connection, is_file ? Use::Path : Use::Parsed);
    visit(layer.filter.text, Use::Parsed);
    visit(layer.mask, Use::Shown);
    for (auto* const map : {&layer.bind_values, &layer.metadata}) {
        for (auto& entry : map->entries) {
            visit(entry.second, Use::Shown);
        }
    }
    for (auto& directive : layer.processing) {
        visit(directive, Use::Parsed);
    }
}

void for_each_text_of_class(auto& klass, auto visit)
{
    visit(klass.expression.text, Use::Parsed);
    visit(klass.text.text, Use::Parsed);
    visit(klass.title, Use::Shown);
}

/// "immutable" in WEB VALIDATION turns all of this off, defaults included.
bool is_immutable(Map const& map)
{
    return map.web.validation.find("immutable") != nullptr;
}

} // namespace

char const* process_environment(char const* name)
{
    return std::getenv(name); // NOLINT(concurrency-mt-unsafe)
}

bool has_substitutions(Map const& map, Web const& web)
{
    auto const has_token = [](std::string const& text) {
        return text.find('%') != std::string::npos;
    };
    return !web.validation.empty() && !is_immutable(map) &&
           (has_token(web.template_path) ||
            std::ranges::any_of(web.metadata.entries,
                                [&](auto const& entry) { return has_token(entry.second); }));
}

bool has_substitutions(Map const& map, Layer const& layer)
{
    bool const has_validation = !map.web.validation.empty() || !layer.validation.empty() ||
                                std::ranges::any_of(layer.classes, [](auto const& klass) {
                                    return !klass.validation.empty();
                                });
    if (!has_validation || is_immutable(map)) {
        return false; // most layers, whose texts need not be searched
    }
    bool has_token = false;
    auto const look = [&](std::string const& text, Use) {
        has_token = has_token || text.find('%') != std::string::npos;
    };
    for_each_text(layer, look);
    for (auto const& klass : layer.classes) {
        for_each_text_of_class(klass, look);
    }
    return has_token;
}

Layer substitute(Map const& map, Layer const& layer, Substitutions const& values)
{
    Layer changed = layer;
    if (is_immutable(map)) {
        return changed;
    }
    auto const of_web = scope_of(map.web.validation, values);
    auto const of_layer = scope_of(layer.validation, values);
    for_each_text(changed, [&](std::string& text, Use use) {
        apply(text, {&of_layer, &of_web}, use);
    });
    for (auto& klass : changed.classes) {
        auto const of_class = scope_of(klass.validation, values);
        for_each_text_of_class(klass, [&](std::string& text, Use use) {
            apply(text, {&of_class, &of_layer, &of_web}, use);
        });
    }
    return changed;
}

void replace_token(Layer& layer, std::string_view name, std::string_view value)
{
    Scope::Replacement const replacement{token_of(name), std::string{value}};
    auto const visit = [&](std::string& text, Use) { replace(text, replacement); };
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
        apply(changed.metadata, {&of_web}, Use::Shown);
        apply(changed.template_path, {&of_web}, Use::Path);
    }
    return changed;
}

OutputFormat substitute(Map const& map, OutputFormat const& format, Substitutions const& values)
{
    OutputFormat changed = format;
    bool const has_token = std::ranges::any_of(format.options.entries, [](auto const& option) {
        return option.second.find('%') != std::string::npos;
    });
    if (has_token && !is_immutable(map)) {
        auto const of_web = scope_of(map.web.validation, values);
        for (auto& [key, text] : changed.options.entries) {
            apply(text, {&of_web}, equals_ignoring_case(key, "FILE") ? Use::Path : Use::Parsed);
        }
    }
    return changed;
}

} // namespace ms::mapfile
