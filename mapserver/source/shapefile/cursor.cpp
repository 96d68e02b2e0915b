// SPDX-License-Identifier: MIT
#include "source/shapefile/cursor.hpp"

#include <array>
#include <charconv>
#include <limits>

namespace ms::source::shapefile {

namespace {

using geometry::Kind;

/// Number of candidates between two checks of the deadline.
constexpr std::size_t candidates_per_check = 4096;

constexpr std::size_t max_ahead = std::size_t{128} << 10U;
/// Reading this many unused bytes costs about as much as another system call.
constexpr std::uint64_t max_gap = std::uint64_t{4} << 10U;

char const* name_of(Kind kind) noexcept
{
    switch (kind) {
    case Kind::Point:
        return "points";
    case Kind::Line:
        return "lines";
    case Kind::Polygon:
        return "polygons";
    case Kind::None:
        break;
    }
    return "nothing";
}

void append_id(std::uint32_t id, feature::TextColumn& out)
{
    std::array<char, std::numeric_limits<std::uint32_t>::digits10 + 1> text{};
    auto const end = std::to_chars(text.data(), text.data() + text.size(), id).ptr;
    out.append({text.data(), static_cast<std::size_t>(end - text.data())});
}

/// The record of this number, if there is one.
std::vector<std::uint32_t> record_named(std::string_view id, std::size_t count)
{
    std::uint32_t number = 0;
    auto const [end, failure] = std::from_chars(id.data(), id.data() + id.size(), number);
    bool const is_number = failure == std::errc{} && end == id.data() + id.size();
    return is_number && number < count ? std::vector{number} : std::vector<std::uint32_t>{};
}

} // namespace

Cursor::Cursor(std::shared_ptr<Dataset const> dataset, Query const& query,
               std::vector<std::size_t> fields, std::vector<std::size_t> filter_fields,
               ToUtf8 to_utf8, ErrorContext context, Deadline const& deadline,
               Conversion conversion)
    : m_dataset(std::move(dataset)),
      m_kind(query.kind == Kind::None ? kind_of(m_dataset->header().type) : query.kind),
      m_box(query.box), m_fields(std::move(fields)), m_filter_fields(std::move(filter_fields)),
      m_with_ids(query.with_ids),
      m_left(query.max_features < 0 ? std::numeric_limits<std::size_t>::max()
                                    : static_cast<std::size_t>(query.max_features)),
      m_shapes(m_dataset->shp()), m_rows(m_dataset->dbf()), m_to_utf8(std::move(to_utf8)),
      m_conversion(conversion), m_context(std::move(context)), m_deadline(deadline)
{
    // If all records are needed, reading the index would be wasted.
    if (m_box && !m_box->contains(m_dataset->header().box)) {
        m_candidates = m_dataset->candidates(*m_box);
    }
    if (query.id) {
        m_candidates = record_named(*query.id, m_dataset->size());
    }
    m_count = m_candidates ? m_candidates->size() : m_dataset->size();
    if (!query.filter.is_always_true()) {
        m_filter.emplace(query.filter, query.filter.attributes(),
                         expr::Environment{.map_cell_size = query.pixel_size});
        m_filter_uses_shape = query.filter.uses_shape();
    }
}

bool Cursor::next(feature::FeatureBatch& batch)
{
    batch.reset(m_fields.size());
    batch.has_rings_as_lines =
        m_kind == Kind::Line && kind_of(m_dataset->header().type) == Kind::Polygon;
    std::size_t looked_at = 0;
    while (!is_done() && !batch.is_full()) {
        if (looked_at++ % candidates_per_check == 0) {
            m_deadline.check();
        }
        read_candidate(batch);
        ++m_position;
    }
    return batch.size() > 0 || batch.skipped > 0;
}

bool Cursor::is_done() const noexcept
{
    return m_left == 0 || m_position >= m_count;
}

std::uint32_t Cursor::candidate(std::size_t position) const noexcept
{
    return m_candidates ? (*m_candidates)[position] : static_cast<std::uint32_t>(position);
}

void Cursor::read_candidate(feature::FeatureBatch& batch)
{
    auto const id = candidate(m_position);
    auto const record = m_dataset->record(id);
    if (m_box && !may_meet_box(record)) {
        return;
    }
    auto const content = shape_bytes(record);
    if (!content || content->size() < 4) {
        ++batch.skipped;
        return;
    }
    if (m_filter && !passes_filter(id, *content)) {
        return;
    }
    auto const decoded = append_record(drawn_type(), *content, m_kind, batch.geometry);
    if (decoded != Decoded::Appended) {
        batch.skipped += decoded == Decoded::Malformed ? 1U : 0U;
        return;
    }
    append_values(id, m_fields, batch);
    if (m_with_ids) {
        append_id(id, batch.ids);
    }
    --m_left;
}

bool Cursor::may_meet_box(Dataset::Record const& record)
{
    // For a long record outside the box only its box is read.
    constexpr std::uint32_t long_record = 4096;
    auto const content =
        record.length <= long_record || m_shapes.holds(record.offset, record.length)
            ? shape_bytes(record)
            : m_shapes.bytes(record.offset, record_box_size);
    if (!content || content->size() < 4) {
        return true; // counted as malformed
    }
    auto const box = box_of_record(m_dataset->header().type, *content);
    return box && box->intersects(*m_box);
}

std::optional<Bytes> Cursor::shape_bytes(Dataset::Record const& record)
{
    if (m_shapes.holds(record.offset, record.length)) {
        return m_shapes.bytes(record.offset, record.length);
    }
    auto end = record.end();
    for (auto position = m_position + 1; position < m_count; ++position) {
        auto const other = m_dataset->record(candidate(position));
        if (other.offset < end || other.offset - end > max_gap ||
            other.end() - record.offset > max_ahead) {
            break;
        }
        end = other.end();
    }
    return m_shapes.bytes(record.offset, record.length, end - record.offset);
}

std::optional<Bytes> Cursor::table_row(std::uint32_t id)
{
    auto const& table = m_dataset->table();
    if (id >= table.record_count) {
        return std::nullopt;
    }
    auto const size = table.record_size;
    auto const offset = table.header_size + std::uint64_t{size} * id;
    if (m_rows.holds(offset, size)) {
        return m_rows.bytes(offset, size);
    }
    auto last = id;
    for (auto position = m_position + 1; position < m_count; ++position) {
        auto const other = candidate(position);
        if (std::uint64_t{other - last - 1} * size > max_gap ||
            std::uint64_t{other - id + 1} * size > max_ahead) {
            break;
        }
        last = other;
    }
    return m_rows.bytes(offset, size, std::size_t{last - id + 1} * size);
}

bool Cursor::passes_filter(std::uint32_t id, Bytes content)
{
    m_filter_row.reset(m_filter_fields.size());
    append_values(id, m_filter_fields, m_filter_row);
    if (!m_filter_uses_shape ||
        append_record(m_dataset->header().type, content, kind_of(m_dataset->header().type),
                      m_filter_row.geometry) != Decoded::Appended) {
        m_filter_row.geometry.end_feature(Kind::None);
    }
    return m_filter->is_true(m_filter_row, 0);
}

ShapeType Cursor::drawn_type() const
{
    auto const type = m_dataset->header().type;
    if (type == ShapeType::Null || can_become(type, m_kind)) {
        return type;
    }
    if (m_conversion == Conversion::AsOgr) { // as of every file of GDAL's formats
        return ShapeType::Null;
    }
    throw m_context.error(ErrorKind::BadMapfile, std::string{"TYPE asks for "} + name_of(m_kind) +
                                                     ", but the shapefile holds " +
                                                     name_of(kind_of(type)));
}

namespace {

std::string iso_date(std::string_view stored)
{
    if (stored.size() != 8) {
        return {}; // no date
    }
    return std::string{stored.substr(0, 4)}
        .append("-")
        .append(stored.substr(4, 2))
        .append("-")
        .append(stored.substr(6));
}

} // namespace

void Cursor::append_values(std::uint32_t id, std::span<std::size_t const> fields,
                           feature::FeatureBatch& batch)
{
    if (fields.empty()) {
        return;
    }
    auto const row = table_row(id);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (row) {
            auto const& field = m_dataset->table().fields[fields[i]];
            auto const value = dbf_value(field, *row);
            if (m_conversion == Conversion::AsOgr && field.field.type == feature::FieldType::Date) {
                batch.attributes[i].append(iso_date(value));
            } else {
                batch.attributes[i].append(m_to_utf8(value));
            }
        } else {
            batch.attributes[i].append_null();
        }
    }
}

} // namespace ms::source::shapefile
