// SPDX-License-Identifier: MIT
#include "render/draw/mvt_writer.hpp"

#include "base/string.hpp"

#include <protozero/pbf_builder.hpp>
#include <protozero/varint.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace ms::render {

namespace {

using feature::FieldType;

enum class TileTag : protozero::pbf_tag_type { Layers = 3 };
enum class LayerTag : protozero::pbf_tag_type {
    Name = 1,
    Features = 2,
    Keys = 3,
    Values = 4,
    Extent = 5,
    Version = 15
};
enum class FeatureTag : protozero::pbf_tag_type { Id = 1, Tags = 2, Type = 3, Geometry = 4 };
enum class ValueTag : protozero::pbf_tag_type {
    String = 1,
    Float = 2,
    Double = 3,
    Int = 4,
    Sint = 6,
    Bool = 7
};

constexpr std::uint32_t version = 2;
constexpr std::size_t bytes_of_entry = 128; // of the table of values
/// Those of the layer itself, its version and its extent, at most.
constexpr std::size_t bytes_of_layer = 32;

std::optional<std::int64_t> whole_number(std::string_view text)
{
    std::int64_t value = 0;
    auto const* const end = text.data() + text.size();
    auto const [last, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && last == end ? std::optional{value} : std::nullopt;
}

/// As PostgreSQL and files of GDAL's formats print it.
std::optional<bool> truth(std::string_view text)
{
    for (std::string_view const word : {"t", "true", "1"}) {
        if (equals_ignoring_case(text, word)) {
            return true;
        }
    }
    for (std::string_view const word : {"f", "false", "0"}) {
        if (equals_ignoring_case(text, word)) {
            return false;
        }
    }
    return std::nullopt;
}

/// In half the bytes where that is exact.
void add_real(protozero::pbf_builder<ValueTag>& value, double number)
{
    if (auto const single = static_cast<float>(number); static_cast<double>(single) == number) {
        value.add_float(ValueTag::Float, single);
    } else {
        value.add_double(ValueTag::Double, number);
    }
}

/// A message Value, in the variants that MapServer chooses. \return whether the text is of the type
bool add_typed(protozero::pbf_builder<ValueTag>& value, FieldType type, std::string_view text)
{
    if (type == FieldType::Integer || type == FieldType::Long) {
        auto const number = whole_number(text);
        if (number && type == FieldType::Integer) {
            value.add_int64(ValueTag::Int, *number);
        } else if (number) {
            value.add_sint64(ValueTag::Sint, *number);
        }
        return number.has_value();
    }
    if (type == FieldType::Real) {
        auto const number = parse_double(text);
        if (number) {
            add_real(value, *number);
        }
        return number.has_value();
    }
    if (type == FieldType::Boolean) {
        auto const is_true = truth(text);
        if (is_true) {
            value.add_bool(ValueTag::Bool, *is_true);
        }
        return is_true.has_value();
    }
    return false;
}

std::string encoded_value(FieldType type, std::string_view text)
{
    std::string bytes;
    protozero::pbf_builder<ValueTag> value{bytes};
    if (!add_typed(value, type, text)) {
        value.add_string(ValueTag::String, text.data(), text.size());
    }
    return bytes;
}

/// Of a text or message as a field: with its tag and its length.
std::size_t bytes_of_field(std::size_t size)
{
    return 1 + static_cast<std::size_t>(protozero::length_of_varint(size)) + size;
}

std::size_t frame_of(std::string_view name, std::vector<std::string> const& keys)
{
    auto bytes = bytes_of_layer + name.size();
    for (auto const& key : keys) {
        bytes += bytes_of_field(key.size());
    }
    return bytes;
}

std::int32_t geometry_type(geometry::Kind kind) noexcept
{
    switch (kind) {
    case geometry::Kind::Point:
        return 1;
    case geometry::Kind::Line:
        return 2;
    case geometry::Kind::Polygon:
        return 3;
    case geometry::Kind::None:
        break;
    }
    return 0;
}

} // namespace

MvtWriter::MvtWriter(std::string name, int extent, std::vector<std::string> keys, Budget& budget,
                     MvtRoom& room)
    : m_name(std::move(name)), m_extent(static_cast<std::uint32_t>(extent)),
      m_keys(std::move(keys)), m_budget(budget), m_room(room),
      m_frame_bytes(frame_of(m_name, m_keys))
{}

void MvtWriter::add_attribute(std::size_t key, FieldType type, std::string_view text)
{
    auto bytes = encoded_value(type, text);
    auto const [entry, is_new] =
        m_value_numbers.try_emplace(bytes, static_cast<std::uint32_t>(m_values.size()));
    if (is_new) {
        m_budget.keep(2 * bytes.size() + bytes_of_entry);
        m_value_bytes += bytes_of_field(bytes.size());
        m_values.push_back(std::move(bytes));
    }
    m_tags.push_back(static_cast<std::uint32_t>(key));
    m_tags.push_back(entry->second);
}

bool MvtWriter::add_feature(std::optional<std::uint64_t> id, geometry::Kind kind,
                            std::span<std::uint32_t const> commands)
{
    auto const size_before = m_features.size();
    m_room.is_full = m_room.is_full || m_room.features == 0;
    if (!m_room.is_full) {
        append_feature(id, kind, commands);
        m_room.is_full = m_frame_bytes + m_value_bytes + m_features.size() > m_room.bytes;
    }
    m_tags.clear();
    if (m_room.is_full) { // with the values that it alone has
        m_features.resize(size_before);
        m_values.resize(m_values_used);
        return false;
    }
    --m_room.features;
    m_values_used = m_values.size();
    m_budget.keep(2 * (m_features.size() - size_before)); // it is copied into the tile
    return true;
}

void MvtWriter::append_feature(std::optional<std::uint64_t> id, geometry::Kind kind,
                               std::span<std::uint32_t const> commands)
{
    protozero::pbf_builder<LayerTag> layer{m_features};
    protozero::pbf_builder<FeatureTag> feature{layer, LayerTag::Features};
    if (id) {
        feature.add_uint64(FeatureTag::Id, *id);
    }
    feature.add_packed_uint32(FeatureTag::Tags, m_tags.begin(), m_tags.end());
    feature.add_enum(FeatureTag::Type, geometry_type(kind));
    feature.add_packed_uint32(FeatureTag::Geometry, commands.begin(), commands.end());
}

void MvtWriter::finish(std::string& tile)
{
    if (m_features.empty()) {
        return;
    }
    auto const size_before = tile.size();
    write(tile);
    m_room.bytes -= std::min(tile.size() - size_before, m_room.bytes);
}

void MvtWriter::write(std::string& tile) const
{
    protozero::pbf_builder<TileTag> builder{tile};
    protozero::pbf_builder<LayerTag> layer{builder, TileTag::Layers};
    layer.add_uint32(LayerTag::Version, version);
    layer.add_string(LayerTag::Name, m_name);
    tile.append(m_features); // whole fields of the layer
    for (auto const& key : m_keys) {
        layer.add_string(LayerTag::Keys, key);
    }
    for (auto const& value : m_values) {
        layer.add_message(LayerTag::Values, value);
    }
    layer.add_uint32(LayerTag::Extent, m_extent);
}

} // namespace ms::render
