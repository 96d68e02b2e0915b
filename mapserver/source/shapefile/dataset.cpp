// SPDX-License-Identifier: MIT
#include "source/shapefile/dataset.hpp"

#include "base/string.hpp"
#include "source/shapefile/encoding.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace ms::source::shapefile {

namespace {

constexpr std::size_t index_entry_size = 8;

std::optional<File> open_part(std::filesystem::path const& stem, std::string const& extension)
{
    auto file = File::open(stem.string() + extension);
    return file ? std::move(file) : File::open(stem.string() + to_upper(extension));
}

/// As open_part() looks for it.
FileStamp stamp_of_part(std::filesystem::path const& stem, std::string const& extension)
{
    auto const stamp = FileStamp::of(stem.string() + extension);
    return stamp.is_known() ? stamp : FileStamp::of(stem.string() + to_upper(extension));
}

File require_part(std::filesystem::path const& stem, std::string const& extension,
                  ErrorContext const& context)
{
    auto file = open_part(stem, extension);
    if (!file) {
        auto const reason = std::generic_category().message(errno);
        throw context.error(ErrorKind::Source,
                            "cannot open " + stem.filename().string() + extension + ": " + reason);
    }
    return *std::move(file);
}

/// The first bytes of a file, `limit` or fewer; empty if it cannot be read.
std::vector<std::byte> read_head(File const& file, std::size_t limit)
{
    std::vector<std::byte> head(std::min<std::uint64_t>(file.size(), limit));
    if (!file.read_at(0, head)) {
        head.clear();
    }
    return head;
}

} // namespace

std::shared_ptr<Dataset const> Dataset::open(std::filesystem::path const& stem,
                                             ErrorContext const& context)
{
    auto shp = require_part(stem, ".shp", context);
    auto const shx = require_part(stem, ".shx", context);
    auto dbf = require_part(stem, ".dbf", context);
    std::shared_ptr<Dataset> const dataset{new Dataset{std::move(shp), std::move(dbf)}};
    dataset->m_stamps = {dataset->m_shp.stamp(), shx.stamp(), dataset->m_dbf.stamp(), {}, {}};
    dataset->read_header(context);
    dataset->read_index(shx, context);
    dataset->read_table(context);
    dataset->read_encoding(stem);
    dataset->open_qix(stem);
    return dataset;
}

void Dataset::read_header(ErrorContext const& context)
{
    auto const header = parse_header(read_head(m_shp, header_size));
    if (!header) {
        throw context.error(ErrorKind::Source,
                            "the .shp is no shapefile of points, lines or polygons");
    }
    m_header = *header;
}

void Dataset::read_index(File const& shx, ErrorContext const& context)
{
    // An entry is shorter than the record it speaks of.
    if (!parse_header(read_head(shx, header_size)) || shx.size() > m_shp.size()) {
        throw context.error(ErrorKind::Source, "the .shx does not fit the .shp");
    }
    m_size = static_cast<std::uint32_t>(
        std::min<std::uint64_t>((shx.size() - header_size) / index_entry_size, UINT32_MAX));
    m_index.resize(std::size_t{m_size} * index_entry_size);
    if (!shx.read_at(header_size, m_index)) {
        throw context.error(ErrorKind::Source, "the .shx cannot be read");
    }
}

void Dataset::read_table(ErrorContext const& context)
{
    auto layout = parse_dbf_header(read_head(m_dbf, max_dbf_header_size));
    if (!layout) {
        throw context.error(ErrorKind::Source, "the .dbf is malformed");
    }
    m_table = *std::move(layout);
}

void Dataset::read_encoding(std::filesystem::path const& stem)
{
    constexpr std::size_t longest_name = 64;
    if (auto const file = open_part(stem, ".cpg")) {
        m_stamps[3] = file->stamp();
        auto const head = read_head(*file, longest_name);
        std::string_view const text{reinterpret_cast<char const*>(head.data()), head.size()};
        m_encoding = encoding_of_cpg(text).value_or("");
    }
}

void Dataset::open_qix(std::filesystem::path const& stem)
{
    m_qix = open_part(stem, ".qix");
    if (m_qix) {
        m_stamps[4] = m_qix->stamp();
        m_qix_header = read_qix_header(*m_qix, m_size);
    }
}

bool Dataset::is_current(std::filesystem::path const& stem) const
{
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (stamp_of_part(stem, parts[i]) != m_stamps[i]) {
            return false;
        }
    }
    return true;
}

bool Dataset::is_settled(std::chrono::system_clock::time_point now) const
{
    return std::ranges::all_of(m_stamps,
                               [&](FileStamp const& stamp) { return ms::is_settled(stamp, now); });
}

std::size_t Dataset::bytes() const noexcept
{
    return sizeof *this + m_index.size() + m_table.fields.size() * sizeof m_table.fields.front();
}

Dataset::Record Dataset::record(std::uint32_t id) const noexcept
{
    constexpr std::uint32_t word = 2; // lengths in the file are in 16-bit words
    auto const at = std::size_t{id} * index_entry_size;
    auto const offset = std::uint64_t{load_u32(m_index, at, ByteOrder::Big)} * word;
    auto const length = std::uint64_t{load_u32(m_index, at + 4, ByteOrder::Big)} * word;
    auto const start = offset + record_header_size;
    if (start > m_shp.size() || length > m_shp.size() - start) {
        return {}; // callers treat empty content as malformed
    }
    return {start, static_cast<std::uint32_t>(std::min<std::uint64_t>(length, UINT32_MAX))};
}

std::optional<std::vector<std::uint32_t>> Dataset::candidates(geometry::Box const& box) const
{
    if (!has_index()) {
        return std::nullopt;
    }
    return search_qix(*m_qix, *m_qix_header, box);
}

std::vector<std::optional<geometry::Box>> Dataset::read_boxes() const
{
    constexpr std::size_t ahead = std::size_t{128} << 10U;
    std::vector<std::optional<geometry::Box>> boxes;
    boxes.reserve(m_size);
    Window window{m_shp};
    for (std::uint32_t id = 0; id < m_size; ++id) {
        auto const place = record(id);
        auto const requested = std::min<std::size_t>(place.length, record_box_size);
        auto const content = window.bytes(place.offset, requested, ahead);
        boxes.push_back(content ? box_of_record(m_header.type, *content) : std::nullopt);
    }
    return boxes;
}

} // namespace ms::source::shapefile
