// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Maps words of a mapfile to enumerators.

#include "mapfile/model/map.hpp"

#include <span>

namespace ms::mapfile {

/// A word and its value. The writer uses the first word of a value.
struct EnumName {
    std::string_view word;
    std::uint8_t value;
    bool is_supported = true; ///< false: read and written, but nothing acts on it

    template <typename Enum>
    constexpr EnumName(std::string_view w, Enum v, bool supported = true)
        : word(w), value(static_cast<std::uint8_t>(v)), is_supported(supported)
    {}
};

/// All words of an enumeration.
template <typename Enum>
std::span<EnumName const> names_of();

template <>
std::span<EnumName const> names_of<Units>();
template <>
std::span<EnumName const> names_of<Status>();
template <>
std::span<EnumName const> names_of<Placement>();
template <>
std::span<EnumName const> names_of<QueryMapStyle>();
template <>
std::span<EnumName const> names_of<TextAlign>();
template <>
std::span<EnumName const> names_of<LabelForce>();
template <>
std::span<EnumName const> names_of<LayerType>();
template <>
std::span<EnumName const> names_of<ConnectionType>();
template <>
std::span<EnumName const> names_of<Transform>();
template <>
std::span<EnumName const> names_of<ImageMode>();
template <>
std::span<EnumName const> names_of<LineCap>();
template <>
std::span<EnumName const> names_of<LineJoin>();
template <>
std::span<EnumName const> names_of<AngleMode>();
template <>
std::span<EnumName const> names_of<SymbolType>();

/// The word for a value, "" if it has none.
[[nodiscard]] std::string_view word_of(std::span<EnumName const> names,
                                       std::uint8_t value) noexcept;

template <typename Enum>
[[nodiscard]] std::string_view word_of(Enum value) noexcept
{
    return word_of(names_of<Enum>(), static_cast<std::uint8_t>(value));
}

} // namespace ms::mapfile
