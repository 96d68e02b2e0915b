// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses and applies the format of tostring(number, format).

#include <optional>
#include <string>
#include <string_view>

namespace ms::expr {

/// Text around at most one conversion of printf: flags - + # 0 space ', a width and a precision up
/// to 1024, then e E f F g G, or d i, which round down. "%%" is a percent sign.
class NumberFormat {
public:
    /// nullopt for any other conversion; none of them reaches printf.
    [[nodiscard]] static std::optional<NumberFormat> parse(std::string_view format);

    void append(double value, std::string& out) const;

private:
    std::string m_before;
    std::string m_after;
    std::string m_spec; ///< of libfmt; "" without a conversion
    bool m_is_integer = false;
};

} // namespace ms::expr
