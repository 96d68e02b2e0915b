// SPDX-License-Identifier: MIT
// One input is four files: each begins with its length, 32 bits little-endian, in the order .shp,
// .shx, .dbf, .qix; the rest is a .cpg.
#include "base/error.hpp"
#include "own_folder.hpp"
#include "source/shapefile/cursor.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace {

using namespace ms;
using namespace ms::source::shapefile;

void write_files(std::filesystem::path const& stem, Bytes input)
{
    for (auto const* const extension : {".shp", ".shx", ".dbf", ".qix", ".cpg"}) {
        auto length = input.size();
        if (std::string_view{extension} != ".cpg" && input.size() >= 4) {
            length = std::min<std::size_t>(load_u32(input, 0, ByteOrder::Little), input.size() - 4);
            input = input.subspan(4);
        }
        std::ofstream{stem.string() + extension, std::ios::binary}.write(
            reinterpret_cast<char const*>(input.data()), static_cast<std::streamsize>(length));
        input = input.subspan(length);
    }
}

void read_all(std::shared_ptr<Dataset const> const& dataset, std::optional<geometry::Box> box,
              geometry::Kind kind)
{
    static Deadline const deadline;
    source::Query query;
    query.box = box;
    query.kind = kind;
    query.with_ids = true;
    std::vector<std::size_t> fields;
    for (auto const& field : dataset->table().fields) {
        query.fields.push_back(field.field.name);
        fields.push_back(fields.size());
    }
    auto to_utf8 = dataset->encoding().empty() ? std::nullopt : ToUtf8::from(dataset->encoding());
    Cursor cursor{dataset, query,   fields, {}, to_utf8 ? *std::move(to_utf8) : ToUtf8{},
                  {},      deadline};
    feature::FeatureBatch batch;
    batch.geometry.has_z = kind == geometry::Kind::None;
    while (cursor.next(batch)) {
        if (batch.geometry.has_z && batch.geometry.z.size() != batch.geometry.points.size()) {
            std::abort();
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    static fuzz::OwnFolder const folder;
    auto const stem = folder.path() / "input";
    write_files(stem, std::as_bytes(std::span{data, size}));
    try {
        auto const dataset = Dataset::open(stem, {});
        read_all(dataset, std::nullopt, geometry::Kind::None);
        read_all(dataset, geometry::Box{0, 0, 10, 10}, geometry::Kind::Point);
    } catch (Error const&) {
    }
    return 0;
}
