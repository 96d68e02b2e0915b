// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Tags that are the name of a value: [name], [name_raw] and [name_esc].

#include "ows/template/escape.hpp"
#include "ows/template/nodes.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ms::ows::tmpl {

/// The value in the form that the tag's ending asks for; nullopt without a value.
/// \param name the name in the tag, which may be a part of it
/// \param look_up returns the value of a name as a text or a view, or nullopt
template <typename LookUp>
[[nodiscard]] std::optional<std::string> bare_value(std::string_view name, Tag const& tag,
                                                    LookUp const& look_up)
{
    if (auto const value = look_up(name)) {
        return escaped(*value, tag.find("escape"));
    }
    for (auto const ending : {std::string_view{"_raw"}, std::string_view{"_esc"}}) {
        if (!name.ends_with(ending)) {
            continue;
        }
        if (auto const value = look_up(name.substr(0, name.size() - ending.size()))) {
            return ending == "_raw" ? std::string{*value} : escape_url(*value);
        }
    }
    return std::nullopt;
}

} // namespace ms::ows::tmpl
