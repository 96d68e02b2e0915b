// SPDX-License-Identifier: MIT
#include "source/shapefile/shp_writer.hpp"

#include "base/error.hpp"
#include "source/shapefile/byte_writer.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ms::source::shapefile {

namespace {

using geometry::Box;
using geometry::Point;

constexpr std::uint64_t index_entry_size = 8;
constexpr std::uint64_t word = 2;                    // lengths in the file are in 16-bit words
constexpr std::uint64_t largest_file = 0xffff'fffeU; // a length of 31 bits in words

constexpr std::uint32_t code_of(ShapeType type) noexcept
{
    switch (type) {
    case ShapeType::Null:
        return 0;
    case ShapeType::Point:
        return 1;
    case ShapeType::PolyLine:
        return 3;
    case ShapeType::Polygon:
        return 5;
    case ShapeType::MultiPoint:
        return 8;
    }
    return 0;
}

void append_le(std::uint32_t value, std::vector<std::byte>& out)
{
    append_u32(value, ByteOrder::Little, out);
}

void append_be(std::uint64_t value, std::vector<std::byte>& out)
{
    append_u32(static_cast<std::uint32_t>(value), ByteOrder::Big, out);
}

void append_box(Box const& box, std::vector<std::byte>& out)
{
    for (auto const edge : {box.min_x, box.min_y, box.max_x, box.max_y}) {
        append_double(edge, ByteOrder::Little, out);
    }
}

void append_points(Parts parts, std::vector<std::byte>& out)
{
    for (auto const& part : parts) {
        for (auto const& point : part) {
            append_double(point.x, ByteOrder::Little, out);
            append_double(point.y, ByteOrder::Little, out);
        }
    }
}

Box box_of(Parts parts)
{
    Box box;
    for (auto const& part : parts) {
        for (auto const& point : part) {
            if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
                throw Error{ErrorKind::BadRequest, "a coordinate of the shape is not a number"};
            }
            box.extend(point);
        }
    }
    return box;
}

std::size_t count_points(Parts parts) noexcept
{
    std::size_t count = 0;
    for (auto const& part : parts) {
        count += part.size();
    }
    return count;
}

void append_starts(Parts parts, std::vector<std::byte>& out)
{
    std::size_t start = 0;
    for (auto const& part : parts) {
        append_le(static_cast<std::uint32_t>(start), out);
        start += part.size();
    }
}

bool fits(ShapeType type, Parts parts) noexcept
{
    bool const has_empty_part = std::ranges::any_of(parts, [](auto const& p) { return p.empty(); });
    auto const count = count_points(parts);
    return !has_empty_part && count > 0 && count < (std::size_t{1} << 27U) &&
           type != ShapeType::Null && (type != ShapeType::Point || count == 1);
}

/// The head of .shp and .shx, which differ in their lengths.
std::vector<std::byte> header(std::uint64_t length, ShapeType type, Box const& box)
{
    constexpr std::uint32_t file_code = 9994;
    constexpr std::uint32_t version = 1000;
    std::vector<std::byte> out;
    append_be(file_code, out);
    out.resize(24);
    append_be(length / word, out);
    append_le(version, out);
    append_le(code_of(type), out);
    append_box(box.is_empty() ? Box{0, 0, 0, 0} : box, out);
    out.resize(header_size);
    return out;
}

void write_at(std::fstream& file, std::uint64_t at, std::vector<std::byte> const& bytes)
{
    file.seekp(static_cast<std::streamoff>(at));
    file.write(reinterpret_cast<char const*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) {
        throw Error{ErrorKind::Source, "the shapefile cannot be written"};
    }
}

std::uint64_t size_of(std::fstream& file)
{
    file.seekg(0, std::ios::end);
    return static_cast<std::uint64_t>(std::max(std::streamoff{0}, std::streamoff{file.tellg()}));
}

/// nullopt for files that are too short, of another format, or with Z or M values.
std::optional<ShpHeader> read_header(std::fstream& file)
{
    std::array<std::byte, header_size> bytes{};
    file.seekg(0);
    file.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
    auto const is_whole = static_cast<bool>(file);
    file.clear();
    auto const head = is_whole ? parse_header(bytes) : std::nullopt;
    bool const is_flat = head && load_u32(bytes, 32, ByteOrder::Little) == code_of(head->type);
    return is_flat ? head : std::nullopt;
}

} // namespace

std::vector<std::byte> encode_record(ShapeType type, Parts parts)
{
    if (!fits(type, parts)) {
        throw Error{ErrorKind::BadRequest, "the shape is not what the shapefile holds"};
    }
    auto const box = box_of(parts);
    std::vector<std::byte> out;
    append_le(code_of(type), out);
    if (type != ShapeType::Point) {
        append_box(box, out);
        if (type != ShapeType::MultiPoint) {
            append_le(static_cast<std::uint32_t>(parts.size()), out);
        }
        append_le(static_cast<std::uint32_t>(count_points(parts)), out);
        if (type != ShapeType::MultiPoint) {
            append_starts(parts, out);
        }
    }
    append_points(parts, out);
    return out;
}

ShpWriter::ShpWriter(std::filesystem::path const& stem, ShapeType type) : m_type(type)
{
    open(stem, std::ios::trunc);
    write_headers();
}

ShpWriter::ShpWriter(std::filesystem::path const& stem)
{
    open(stem, std::ios::openmode{});
    auto const head = read_header(m_shp);
    auto const index_size = size_of(m_shx);
    if (!head || !read_header(m_shx) || index_size < header_size) {
        throw Error{ErrorKind::Source,
                    "it is not a shapefile of points, lines or polygons without Z and M"};
    }
    m_type = head->type;
    m_size = static_cast<std::uint32_t>((index_size - header_size) / index_entry_size);
    m_length = size_of(m_shp);
    m_box = m_size > 0 ? head->box : Box{};
}

void ShpWriter::open(std::filesystem::path const& stem, std::ios::openmode mode)
{
    auto const all = std::ios::in | std::ios::out | std::ios::binary | mode;
    m_shp.open(stem.string() + ".shp", all);
    m_shx.open(stem.string() + ".shx", all);
    if (!m_shp || !m_shx) {
        throw Error{ErrorKind::Source,
                    "cannot write " + stem.filename().string() + ".shp and .shx"};
    }
}

void ShpWriter::write_headers()
{
    write_at(m_shp, 0, header(m_length, m_type, m_box));
    write_at(m_shx, 0, header(header_size + index_entry_size * m_size, m_type, m_box));
}

std::uint32_t ShpWriter::add(Parts parts)
{
    auto const content = encode_record(m_type, parts);
    auto const end = m_length + record_header_size + content.size();
    if (end > largest_file) {
        throw Error{ErrorKind::Limit, "a shapefile cannot be longer than 4 GiB"};
    }
    std::vector<std::byte> record;
    append_be(std::uint64_t{m_size} + 1, record); // numbers in the file begin with 1
    append_be(content.size() / word, record);
    record.insert(record.end(), content.begin(), content.end());
    std::vector<std::byte> entry;
    append_be(m_length / word, entry);
    append_be(content.size() / word, entry);

    write_at(m_shp, m_length, record);
    write_at(m_shx, header_size + index_entry_size * m_size, entry);
    auto const box = box_of(parts);
    m_box.extend({box.min_x, box.min_y});
    m_box.extend({box.max_x, box.max_y});
    m_length = end;
    ++m_size;
    write_headers();
    return m_size - 1;
}

} // namespace ms::source::shapefile
