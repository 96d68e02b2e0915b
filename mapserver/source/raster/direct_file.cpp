// SPDX-License-Identifier: MIT
#include "source/raster/direct_file.hpp"

#include "source/raster/jpeg_levels.hpp"
#include "source/raster/stamps.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace ms::source::raster {

namespace {

/// Of a decoded block: larger ones are read by GDAL.
constexpr std::size_t max_block_bytes = std::size_t{4} << 20U;

class Descriptor {
public:
    explicit Descriptor(std::string const& path)
        : m_number(::open(path.c_str(), O_RDONLY | O_CLOEXEC))
    {}
    ~Descriptor()
    {
        if (m_number >= 0) {
            ::close(m_number);
        }
    }
    Descriptor(Descriptor const&) = delete;
    Descriptor& operator=(Descriptor const&) = delete;
    [[nodiscard]] int number() const noexcept { return m_number; }

private:
    int m_number;
};

/// The blocks that a window touches, and of each the part in the window.
struct Part {
    int column = 0; ///< of the block
    int row = 0;
    ms::raster::Window of_level; ///< the part, in pixels of the level
    int left = 0;                ///< of the part, in the block
    int top = 0;
};

class DirectFile final : public ms::ogr::RasterFile {
public:
    DirectFile(std::unique_ptr<ms::ogr::RasterFile> file, std::string path, FileStamp const& stamp,
               BlockCache& cache)
        : m_file(std::move(file)), m_path(std::move(path)), m_stamp(stamp),
          m_opening(is_settled(stamp, std::chrono::system_clock::now()) ? 0 : cache.next_opening()),
          m_cache(cache)
    {}
    /// The next opening of a young file has other keys.
    ~DirectFile() override
    {
        try {
            m_cache.drop(m_own_blocks);
        } catch (std::bad_alloc const&) { // they leave the cache as others do
        }
    }
    DirectFile(DirectFile const&) = delete;
    DirectFile& operator=(DirectFile const&) = delete;

    [[nodiscard]] ms::raster::Header const& header() const override { return m_file->header(); }
    [[nodiscard]] std::string wkt() const override { return m_file->wkt(); }
    [[nodiscard]] bool read(ms::ogr::RasterRead const& what, std::span<std::uint8_t> out) override
    {
        if (auto const& form = form_of(what.level)) {
            switch (read_blocks(*form, what, out)) {
            case Result::Whole:
                return true;
            case Result::Stopped:
                return false;
            case Result::Unknown:
                break; // GDAL reads it, or says what is wrong
            }
        }
        return m_file->read(what, out);
    }
    [[nodiscard]] bool read(ms::ogr::RasterRead const& what, std::span<double> out) override
    {
        if (!form_of(what.level)) {
            return m_file->read(what, out);
        }
        std::vector<std::uint8_t> samples(out.size());
        bool const is_read = read(what, samples);
        std::ranges::copy(samples, out.begin());
        return is_read;
    }
    [[nodiscard]] bool read_mask(ms::ogr::RasterRead const& what,
                                 std::span<std::uint8_t> out) override
    {
        return m_file->read_mask(what, out);
    }
    [[nodiscard]] std::optional<std::pair<double, double>>
    range(int band, ms::ogr::GoOn const& go_on) override
    {
        return m_file->range(band, go_on);
    }
    void rest() noexcept override
    {
        m_descriptor.reset();
        m_file->rest();
    }

private:
    enum class Result : std::uint8_t { Whole, Stopped, Unknown };
    using Form = std::optional<ms::raster::StoredForm>;

    Form const& form_of(std::size_t level)
    {
        auto const [found, is_new] = m_forms.try_emplace(level);
        if (is_new) {
            auto form = m_file->stored_form(level);
            // Without the cache, parts of an image that share a block would decode it twice.
            bool const is_ours = m_cache.is_on() || (form && form->jpeg_scale > 1);
            auto const fits =
                is_ours && form && form->block.height > 0 && form->row_bytes() > 0 &&
                form->row_bytes() <= max_block_bytes / static_cast<std::size_t>(form->block.height);
            found->second = fits ? std::move(form) : std::nullopt;
        }
        return found->second;
    }

    [[nodiscard]] Result read_blocks(ms::raster::StoredForm const& form,
                                     ms::ogr::RasterRead const& what, std::span<std::uint8_t> out)
    {
        auto const& window = what.window;
        auto const [width, height] = form.block;
        int const last_row = (window.y + window.height - 1) / height;
        int const last_column = (window.x + window.width - 1) / width;
        for (int row = window.y / height; row <= last_row; ++row) {
            if (what.go_on != nullptr && !(*what.go_on)()) {
                return Result::Stopped;
            }
            for (int column = window.x / width; column <= last_column; ++column) {
                auto const part = part_of(form, window, column, row);
                auto const block = block_of(form, what.level, part);
                if (!block) {
                    return Result::Unknown;
                }
                copy(form, *block, part, what, out);
            }
        }
        return Result::Whole;
    }

    [[nodiscard]] static Part part_of(ms::raster::StoredForm const& form,
                                      ms::raster::Window const& window, int column, int row)
    {
        auto const [width, height] = form.block;
        int const left = std::max(window.x - column * width, 0);
        int const top = std::max(window.y - row * height, 0);
        int const right = std::min(window.x + window.width - column * width, width);
        int const bottom = std::min(window.y + window.height - row * height, height);
        return {column,
                row,
                {column * width + left, row * height + top, right - left, bottom - top},
                left,
                top};
    }

    /// Null if it cannot be decoded.
    [[nodiscard]] std::shared_ptr<DecodedBlock const> block_of(ms::raster::StoredForm const& form,
                                                               std::size_t level, Part const& part)
    {
        BlockKey const key{m_stamp, m_opening, level, part.column, part.row};
        if (auto found = m_cache.find(key)) {
            return found;
        }
        std::shared_ptr const decoded = decode(form, level, part);
        if (decoded) {
            if (m_opening != 0) {
                m_own_blocks.push_back(key);
            }
            m_cache.keep(key, decoded);
        }
        return decoded;
    }

    [[nodiscard]] std::shared_ptr<DecodedBlock> decode(ms::raster::StoredForm const& form,
                                                       std::size_t level, Part const& part)
    {
        auto const place = m_file->stored_place(level, part.column, part.row);
        if (!place || !read_bytes(*place)) {
            return nullptr;
        }
        // The last strip of a file is shorter; of the last tiles, some rows show nothing.
        int const rows = std::min(form.block.height,
                                  header().levels[level].height - part.row * form.block.height);
        auto block =
            std::make_shared<DecodedBlock>(static_cast<std::size_t>(rows) * form.row_bytes());
        return ms::raster::decode_rows(form, m_bytes, rows, block->samples()) ? block : nullptr;
    }

    /// Whether the file that GDAL has open is open here, too: by then, another may have its name.
    [[nodiscard]] bool is_open()
    {
        if (!m_descriptor) {
            m_descriptor.emplace(m_path);
            m_is_same = FileStamp::of(m_descriptor->number()) == m_stamp;
        }
        return m_is_same;
    }

    [[nodiscard]] bool read_bytes(ms::raster::StoredPlace const& place)
    {
        // Neither compression makes a block twice as large.
        if (!is_open() || place.size > 2 * max_block_bytes ||
            place.offset > static_cast<std::uint64_t>(m_stamp.size)) {
            return false;
        }
        m_bytes.resize(place.size);
        auto const got = ::pread(m_descriptor->number(), m_bytes.data(), m_bytes.size(),
                                 static_cast<off_t>(place.offset));
        return got == static_cast<ssize_t>(m_bytes.size());
    }

    static void copy(ms::raster::StoredForm const& form, DecodedBlock const& block,
                     Part const& part, ms::ogr::RasterRead const& what, std::span<std::uint8_t> out)
    {
        auto const& window = what.window;
        auto const pixel_bytes = static_cast<std::size_t>(form.bands);
        auto const count = static_cast<std::size_t>(part.of_level.width);
        bool const is_rgb = pixel_bytes == 3 && std::ranges::equal(what.bands, std::array{1, 2, 3});
        for (int row = 0; row < part.of_level.height; ++row) {
            auto const first = static_cast<std::size_t>(part.top + row) * form.row_bytes() +
                               static_cast<std::size_t>(part.left) * pixel_bytes;
            auto const pixels = block.samples().subspan(first, count * pixel_bytes);
            auto const to = static_cast<std::size_t>(part.of_level.y + row - window.y) *
                                static_cast<std::size_t>(window.width) +
                            static_cast<std::size_t>(part.of_level.x - window.x);
            auto const band_at = [&](std::size_t i) {
                return out.subspan(i * window.pixels() + to, count);
            };
            if (is_rgb) {
                ms::raster::copy_three_bands(pixels, band_at(0).data(), band_at(1).data(),
                                             band_at(2).data());
                continue;
            }
            for (std::size_t i = 0; i < what.bands.size(); ++i) {
                ms::raster::copy_band(pixels, pixel_bytes,
                                      static_cast<std::size_t>(what.bands[i]) - 1, band_at(i));
            }
        }
    }

    std::unique_ptr<ms::ogr::RasterFile> m_file;
    std::string m_path;
    std::optional<Descriptor> m_descriptor; ///< once it is read, until it rests
    bool m_is_same = false;                 ///< it is the file of the stamp
    FileStamp m_stamp;
    std::uint64_t m_opening; ///< of a young file, for BlockKey; else 0
    BlockCache& m_cache;
    std::vector<BlockKey> m_own_blocks;  ///< of a young file
    std::map<std::size_t, Form> m_forms; ///< of the levels read
    std::vector<std::uint8_t> m_bytes;   ///< of a block as stored
};

} // namespace

std::unique_ptr<ms::ogr::RasterFile> open_direct(
    std::string const& path,
    std::function<std::unique_ptr<ms::ogr::RasterFile>(std::string const& path)> const& open,
    BlockCache& cache)
{
    auto const stamp = FileStamp::of(path);
    auto file = open(path);
    // Replaced meanwhile, the file would have its blocks at other places than GDAL says.
    if (!stamp.is_known() || stamp != FileStamp::of(path) || !file->stored_form(0)) {
        return file;
    }
    file = with_jpeg_levels(std::move(file));
    if (!cache.is_on() && file->header().jpeg_levels == 0) {
        return file;
    }
    return std::make_unique<DirectFile>(std::move(file), path, stamp, cache);
}

} // namespace ms::source::raster
