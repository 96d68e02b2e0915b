// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Files of blocks that are read without GDAL, and what GDAL would say of them.

#include "ogr/raster_file.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

namespace ms::source::raster {

/// A file with the blocks of an image one after another, which the destructor removes.
struct StoredBlocks {
    std::filesystem::path path;
    std::vector<ms::raster::StoredPlace> places;

    /// \param encode (column, row) to the bytes of a block
    template <typename Encode>
    StoredBlocks(std::string const& name, int columns, int rows, Encode encode)
        : path(std::filesystem::temp_directory_path() / (name + std::to_string(::getpid())))
    {
        std::ofstream out{path, std::ios::binary};
        for (int i = 0; i < columns * rows; ++i) {
            std::vector<std::uint8_t> const stream = encode(i % columns, i / columns);
            places.push_back({static_cast<std::uint64_t>(out.tellp()), stream.size()});
            out.write(reinterpret_cast<char const*>(stream.data()),
                      static_cast<std::streamsize>(stream.size()));
        }
    }
    ~StoredBlocks() { std::filesystem::remove(path); }
    StoredBlocks(StoredBlocks const&) = delete;
    StoredBlocks& operator=(StoredBlocks const&) = delete;
};

/// One level of three bands, whose blocks are at known places; of its own it has no samples.
class FakeRasterFile : public ms::ogr::RasterFile {
public:
    FakeRasterFile(ms::raster::Size size, ms::raster::Size block,
                   std::vector<ms::raster::StoredPlace> places)
        : m_places(std::move(places)), m_columns((size.width + block.width - 1) / block.width)
    {
        m_header.levels = {size};
        m_header.blocks = {block};
        m_header.bands.resize(3);
    }
    [[nodiscard]] ms::raster::Header const& header() const override { return m_header; }
    [[nodiscard]] ms::raster::Header& header() { return m_header; }
    [[nodiscard]] std::string wkt() const override { return {}; }
    using ms::ogr::RasterFile::read;
    [[nodiscard]] bool read(ms::ogr::RasterRead const&, std::span<double>) override { return true; }
    [[nodiscard]] bool read_mask(ms::ogr::RasterRead const&, std::span<std::uint8_t>) override
    {
        return false;
    }
    [[nodiscard]] std::optional<std::pair<double, double>> range(int, ms::ogr::GoOn const&) override
    {
        return std::nullopt;
    }
    [[nodiscard]] std::optional<ms::raster::StoredForm> stored_form(std::size_t) const override
    {
        return ms::raster::StoredForm{
            .compression = compression, .block = m_header.blocks[0], .bands = 3};
    }
    [[nodiscard]] std::optional<ms::raster::StoredPlace> stored_place(std::size_t, int column,
                                                                      int row) const override
    {
        auto const& place = m_places[static_cast<std::size_t>(row * m_columns + column)];
        return place.size > 0 ? std::optional{place} : std::nullopt;
    }

    ms::raster::BlockCompression compression = ms::raster::BlockCompression::Deflate;

private:
    ms::raster::Header m_header;
    std::vector<ms::raster::StoredPlace> m_places;
    int m_columns;
};

} // namespace ms::source::raster
