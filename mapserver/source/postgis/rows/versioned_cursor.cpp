// SPDX-License-Identifier: MIT
#include "source/postgis/rows/versioned_cursor.hpp"

#include "source/postgis/rows/cursor.hpp"
#include "source/postgis/rows/row_values.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ms::source::postgis {

namespace {

// Their attributes are held; a map that shows more rows does not wait for the geometries.
constexpr std::size_t max_rows = 200'000;
constexpr std::size_t max_attribute_bytes = std::size_t{8} << 20U;

constexpr unsigned bits_of_byte = 8;

/// An integer in network byte order.
std::uint64_t integer_of(std::span<std::byte const> bytes) noexcept
{
    std::uint64_t value = 0;
    for (auto const byte : bytes) {
        value = value << bits_of_byte | std::to_integer<std::uint64_t>(byte);
    }
    return value;
}

/// A ctid travels as four bytes of page and two of number, a xid as four.
RowVersion version_of(pg_result const& row, int place, int writer) noexcept
{
    return {integer_of(bytes_of(row, place)),
            static_cast<std::uint32_t>(integer_of(bytes_of(row, writer)))};
}

std::int64_t file_of(pg_result const& row, int column, std::int64_t known) noexcept
{
    return is_null(row, column) ? known
                                : static_cast<std::int64_t>(integer_of(bytes_of(row, column)));
}

void copy_value(feature::TextColumn const& from, std::size_t row, feature::TextColumn& to)
{
    from.is_null(row) ? to.append_null() : to.append(from[row]);
}

} // namespace

VersionedCursor::VersionedCursor(Table table, Query query, VersionedFetch fetch)
    : m_table(std::move(table)), m_query(std::move(query)), m_fetch(std::move(fetch)),
      m_decoder(m_fetch.rows.transfer, m_query.kind),
      m_reader(m_fetch.rows, m_query.pixel_size, m_fetch.first_field()),
      m_file(cache().file_of(m_fetch.key)),
      m_stream(
          m_table, versions_of(m_fetch, m_file), []() -> Statement { throw BypassCache{}; },
          RowStream::Use::Held)
{
    m_attributes.reset(m_query.fields.size());
}

bool VersionedCursor::next(feature::FeatureBatch& batch)
{
    if (!m_is_gathered) {
        m_is_gathered = true;
        try {
            gather();
        } catch (BypassCache const&) {
            m_stream.close();
            m_attributes = {};
            m_rows = {};
            m_at_once = std::make_unique<Cursor>(m_table, m_query);
        }
    }
    if (m_at_once) {
        return m_at_once->next(batch);
    }
    batch.reset(m_query.fields.size());
    for (; m_next < m_rows.size() && !batch.is_full(); ++m_next) {
        if (m_bytes[m_next].empty()) {
            continue; // no part of a large one is near the box
        }
        if (!m_decoder.append(m_bytes[m_next], batch.geometry)) {
            ++batch.skipped;
            continue;
        }
        for (std::size_t i = 0; i < batch.attributes.size(); ++i) {
            copy_value(m_attributes.attributes[i], m_next, batch.attributes[i]);
        }
        if (m_fetch.rows.with_ids) {
            copy_value(m_attributes.ids, m_next, batch.ids);
        }
    }
    return batch.size() > 0 || batch.skipped > 0;
}

void VersionedCursor::gather()
{
    read_versions();
    if (!m_rows.empty()) {
        m_kept = cache().open(m_fetch.key, m_file);
        look_up();
        if (!m_missing.empty()) {
            read_geometries();
        }
        cache().settle(m_rows.size() - m_missing.size(), m_missing.size());
    }
    m_stream.close();
}

void VersionedCursor::read_versions()
{
    for (auto row = m_stream.next(); row; row = m_stream.next()) {
        m_file = file_of(*row, VersionColumn::File, m_file);
        if (m_file == 0) {
            m_table.forget_facts();
            throw BypassCache{};
        }
        if (!read_version(*row)) {
            return;
        }
        if (m_rows.size() > max_rows || m_attributes.bytes() > max_attribute_bytes) {
            throw BypassCache{};
        }
    }
}

/// \return whether the query needs more rows
bool VersionedCursor::read_version(pg_result const& row)
{
    if (!m_reader.takes(row, {}, m_decoder)) { // no filter here uses shapes
        return true;
    }
    m_rows.push_back(version_of(row, VersionColumn::Place, VersionColumn::Writer));
    m_is_cut.push_back(m_fetch.rows.transfer.clip_large &&
                       bytes_of(row, VersionColumn::IsCut).front() != std::byte{0});
    m_reader.append_attributes(row, m_attributes);
    return m_reader.count();
}

void VersionedCursor::look_up()
{
    m_bytes.resize(m_rows.size());
    m_kept->find(m_rows, m_bytes);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_is_cut[i]) {
            m_bytes[i] = {};
        }
        if (m_bytes[i].empty()) {
            m_missing.push_back(i);
        }
    }
    std::ranges::sort(m_missing, {}, [this](std::size_t i) { return m_rows[i].place; });
}

std::string VersionedCursor::places_of_missing() const
{
    std::string places = "{";
    for (auto const i : m_missing) {
        constexpr unsigned bits_of_number = 16;
        constexpr std::uint64_t all_of_number = 0xFFFF;
        auto const place = m_rows[i].place;
        places += fmt::format("{}\"({},{})\"", places.size() > 1 ? "," : "",
                              place >> bits_of_number, place & all_of_number);
    }
    return places + '}';
}

/// A row that was changed or moved since has another version; one that was deleted is missed.
/// Either way the two answers do not belong together.
void VersionedCursor::read_geometries()
{
    m_stream.ask(geometries_of(m_fetch, m_file, places_of_missing()));
    std::size_t rows = 0;
    for (auto row = m_stream.next(); row; row = m_stream.next()) {
        read_geometry(*row);
        ++rows;
    }
    if (rows != m_missing.size()) {
        throw BypassCache{};
    }
}

void VersionedCursor::read_geometry(pg_result const& row)
{
    auto const version = version_of(row, GeometryRow::GeometryCtid, GeometryRow::GeometryXmin);
    auto const bytes = bytes_of(row, GeometryRow::GeometryBytes);
    m_read_bytes += bytes.size();
    if (m_read_bytes > cache().max_bytes()) {
        cache().refuse(m_fetch.key);
        throw BypassCache{};
    }
    if (file_of(row, GeometryRow::GeometryFile, m_file) != m_file) {
        throw BypassCache{};
    }
    auto const i = missing_row(version);
    if (bytes.empty()) {
        return;
    }
    m_bytes[i] = m_is_cut[i] ? m_cut.keep(bytes) : m_kept->keep(version, bytes);
}

std::size_t VersionedCursor::missing_row(RowVersion version) const
{
    auto const found = std::ranges::lower_bound(m_missing, version.place, {},
                                                [this](std::size_t i) { return m_rows[i].place; });
    if (found == m_missing.end() || m_rows[*found] != version) {
        throw BypassCache{};
    }
    return *found;
}

} // namespace ms::source::postgis
