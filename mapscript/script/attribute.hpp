// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Attributes of scripts that are values in the block of a part.

#include "script/convert.hpp"
#include "script/node.hpp"

#include <type_traits>

namespace ms::script {

/// The value as scripts see it: what they wrote, as long as the block says the same.
template <typename Script, Part Object, typename Model>
[[nodiscard]] Script const& shown(Object const& node, std::string_view attribute, Model&& model)
{
    static Script script{}; // the language copies it before its lock lets another one be shown
    to_script(script, model);
    for (auto const& written : node.written) {
        if (written.attribute == attribute && written.shown == Written::Value{script}) {
            return std::get<Script>(written.value);
        }
    }
    return script;
}

template <typename Script, Part Object, typename Model>
void set(Object& node, std::string_view attribute, Model&& model, Script const& value)
{
    std::erase_if(node.written,
                  [&](Written const& written) { return written.attribute == attribute; });
    bool is_possible = true;
    if constexpr (std::is_enum_v<std::remove_cvref_t<Model>>) {
        is_possible = find_enumerator<std::remove_cvref_t<Model>>(value).has_value();
    }
    if (!is_possible || to_model(value, model)) {
        node.touch();
    }
    Script script{};
    to_script(script, model);
    if (!(script == value)) {
        node.written.push_back({attribute, value, std::move(script), is_possible});
    }
}

} // namespace ms::script
