// SPDX-License-Identifier: MIT
#include "source/shapefile/dbf.hpp"

#include <algorithm>

namespace ms::source::shapefile {

namespace {

using feature::FieldType;

constexpr std::uint32_t file_head_size = 32;
constexpr std::uint32_t descriptor_size = 32;
constexpr std::size_t max_name_size = 11;
constexpr char header_end = '\r';

std::string_view as_text(Bytes bytes) noexcept
{
    return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
}

std::string_view until_nul(std::string_view text) noexcept
{
    return text.substr(0, text.find('\0'));
}

bool is_number(char type) noexcept
{
    return type == 'N' || type == 'F';
}

FieldType field_type(char type, int width, int precision) noexcept
{
    constexpr int max_integer_width = 9; // digits that always fit 32 bits
    switch (type) {
    case 'N':
    case 'F':
        if (precision > 0) {
            return FieldType::Real;
        }
        return width > max_integer_width ? FieldType::Long : FieldType::Integer;
    case 'D':
        return FieldType::Date;
    case 'L':
        return FieldType::Boolean;
    default:
        return FieldType::Text;
    }
}

DbfField parse_descriptor(Bytes descriptor, std::uint32_t offset, std::uint32_t record_size)
{
    DbfField result;
    result.type = static_cast<char>(load_u8(descriptor, 11));
    result.offset = offset;
    result.width = load_u8(descriptor, 16);
    int precision = 0;
    if (is_number(result.type)) {
        precision = load_u8(descriptor, 17);
    } else {
        // Texts longer than 255 bytes have the high byte of their width there.
        result.width += std::uint32_t{load_u8(descriptor, 17)} << 8U;
    }
    result.width = std::min(result.width, record_size - offset);
    auto const width = static_cast<int>(result.width);
    result.field = {.name = std::string{until_nul(as_text(descriptor.first(max_name_size)))},
                    .type = field_type(result.type, width, precision),
                    .width = width,
                    .precision = precision};
    return result;
}

} // namespace

std::optional<DbfLayout> parse_dbf_header(Bytes head)
{
    if (head.size() < file_head_size) {
        return std::nullopt;
    }
    DbfLayout layout;
    layout.record_count = load_u32(head, 4, ByteOrder::Little);
    layout.header_size = load_u16_le(head, 8);
    layout.record_size = load_u16_le(head, 10);
    if (layout.header_size < file_head_size || layout.header_size > head.size() ||
        layout.record_size == 0) {
        return std::nullopt;
    }
    std::uint32_t offset = 1; // after the deletion flag
    for (auto at = file_head_size; at + descriptor_size <= layout.header_size;
         at += descriptor_size) {
        auto const descriptor = head.subspan(at, descriptor_size);
        if (as_text(descriptor).front() == header_end) {
            break;
        }
        layout.fields.push_back(parse_descriptor(descriptor, offset, layout.record_size));
        offset += layout.fields.back().width;
    }
    return layout;
}

std::string_view dbf_value(DbfField const& field, Bytes record) noexcept
{
    auto text = until_nul(as_text(record.subspan(field.offset, field.width)));
    text = text.substr(0, text.find_last_not_of(' ') + 1);
    if (is_number(field.type)) {
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        return text.starts_with('*') ? std::string_view{"0"} : text;
    }
    return field.type == 'D' && text.starts_with("00000000") ? std::string_view{"0"} : text;
}

} // namespace ms::source::shapefile
