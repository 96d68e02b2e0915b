// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Errors in templates, with their place.

#include "base/error.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace ms::inja {

/// One template's name and text, for messages.
struct Source {
    std::string name;
    std::string text;
};

/// \throws PublicError "name:line:column: message": neither names anything that clients must not
/// see
[[noreturn]] inline void fail(Source const& source, std::size_t offset, std::string_view message)
{
    auto const before = std::string_view{source.text}.substr(0, offset);
    auto const line = 1 + std::ranges::count(before, '\n');
    auto const line_start = before.rfind('\n');
    auto const column =
        line_start == std::string_view::npos ? before.size() + 1 : before.size() - line_start;
    auto const text = "template " + source.name + ":" + std::to_string(line) + ":" +
                      std::to_string(column) + ": " + std::string{message};
    throw PublicError{ErrorKind::BadMapfile, text, text};
}

} // namespace ms::inja
