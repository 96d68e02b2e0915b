// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts the model's enumerations to MapScript's numbers and back.

#include "mapfile/model/map.hpp"
#include "script/constants.hpp"

#include <span>

namespace ms::script {

struct EnumNumber {
    std::uint8_t value; ///< the enumerator's
    int number;

    template <typename Enum>
    constexpr EnumNumber(Enum v, int n) : value(static_cast<std::uint8_t>(v)), number(n)
    {}
};

template <typename Enum>
std::span<EnumNumber const> numbers_of();

template <>
std::span<EnumNumber const> numbers_of<mapfile::Units>();
template <>
std::span<EnumNumber const> numbers_of<mapfile::Status>();
template <>
std::span<EnumNumber const> numbers_of<mapfile::Placement>();
template <>
std::span<EnumNumber const> numbers_of<mapfile::QueryMapStyle>();
template <>
std::span<EnumNumber const> numbers_of<mapfile::TextAlign>();
template <>
std::span<EnumNumber const> numbers_of<mapfile::LabelForce>();
template <>
std::span<EnumNumber const> numbers_of<mapfile::LayerType>();
template <>
std::span<EnumNumber const> numbers_of<mapfile::ConnectionType>();
template <>
std::span<EnumNumber const> numbers_of<mapfile::Transform>();
template <>
std::span<EnumNumber const> numbers_of<mapfile::ImageMode>();
template <>
std::span<EnumNumber const> numbers_of<mapfile::LineCap>();
template <>
std::span<EnumNumber const> numbers_of<mapfile::LineJoin>();
template <>
std::span<EnumNumber const> numbers_of<mapfile::AngleMode>();
template <>
std::span<EnumNumber const> numbers_of<mapfile::SymbolType>();

template <typename Enum>
[[nodiscard]] int number_of(Enum value)
{
    for (auto const& row : numbers_of<Enum>()) {
        if (row.value == static_cast<std::uint8_t>(value)) {
            return row.number;
        }
    }
    return MS_UNKNOWN;
}

/// Reports an unknown number. \throws Failure
[[noreturn]] void refuse_number(int number);

/// \throws Failure{MS_MISCERR} for an unknown number
template <typename Enum>
void set_by_number(Enum& value, int number)
{
    for (auto const& row : numbers_of<Enum>()) {
        if (row.number == number) {
            value = static_cast<Enum>(row.value);
            return;
        }
    }
    refuse_number(number);
}

} // namespace ms::script
