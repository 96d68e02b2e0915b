// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The attributes of a source.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::feature {

enum class FieldType : std::uint8_t { Text, Boolean, Integer, Long, Real, Date, Time, DateTime };

struct Field {
    std::string name; ///< as the source spells it
    FieldType type = FieldType::Text;
    int width = 0;       ///< characters, 0 = unknown
    int precision = 0;   ///< decimal places
    bool is_key = false; ///< no two rows have the same value
    friend bool operator==(Field const&, Field const&) = default;
};

/// Fields in source order.
struct Schema {
    std::vector<Field> fields;

    /// Index of a field by name. The case matters only if two fields differ in nothing else.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const noexcept;
    friend bool operator==(Schema const&, Schema const&) = default;
};

} // namespace ms::feature
