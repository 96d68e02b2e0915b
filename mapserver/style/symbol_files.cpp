// SPDX-License-Identifier: MIT
#include "style/symbol_files.hpp"

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "image/decode.hpp"

#include <algorithm>

namespace ms::style {

namespace {

constexpr std::size_t max_pixels = 1U << 22U;

/// A drawing is a tree of many small pieces: about ten times its file, measured on icons.
constexpr std::size_t svg_bytes_per_byte = 10;

} // namespace

template <typename Type, typename Read>
std::shared_ptr<Type const> SymbolFiles::find_or_read(Key key, Read read)
{
    std::error_code failure;
    Version const version{std::filesystem::last_write_time(key.first, failure),
                          failure ? 0 : std::filesystem::file_size(key.first, failure)};
    if (failure) {
        throw Error{ErrorKind::Source, failure.message()};
    }
    {
        std::scoped_lock const lock{m_mutex};
        auto const known = m_index.find(key);
        if (known != m_index.end() && known->second->version == version) {
            m_entries.splice(m_entries.begin(), m_entries, known->second);
            return std::get<std::shared_ptr<Type const>>(known->second->content);
        }
    }
    // No lock is held while a file is decoded; two threads may decode the same one.
    auto const [content, bytes] = read(key.first, version.size);
    std::scoped_lock const lock{m_mutex};
    if (auto const old = m_index.find(key); old != m_index.end()) {
        forget(old->second);
    }
    if (bytes > m_max_bytes) {
        return content;
    }
    while (m_kept_bytes + bytes > m_max_bytes) {
        forget(std::prev(m_entries.end()));
    }
    m_entries.push_front({key, version, content, bytes});
    m_index.emplace(std::move(key), m_entries.begin());
    m_kept_bytes += bytes;
    return content;
}

void SymbolFiles::forget(Entries::iterator entry)
{
    m_kept_bytes -= entry->bytes;
    m_index.erase(entry->key);
    m_entries.erase(entry);
}

std::shared_ptr<image::Bitmap const> SymbolFiles::pixmap(std::filesystem::path const& path)
{
    return find_or_read<image::Bitmap>({path, false}, [](auto const& file, std::uintmax_t) {
        auto bitmap = decode_pixmap(read_symbol_file(file));
        auto const bytes = bitmap->view().pixels.size();
        return std::pair{std::move(bitmap), bytes};
    });
}

std::shared_ptr<paint::Svg const> SymbolFiles::svg(std::filesystem::path const& path)
{
    return find_or_read<paint::Svg>({path, true}, [](auto const& file, std::uintmax_t size) {
        return std::pair{decode_svg(read_symbol_file(file)),
                         static_cast<std::size_t>(size) * svg_bytes_per_byte};
    });
}

std::size_t SymbolFiles::kept_bytes() const
{
    std::scoped_lock const lock{m_mutex};
    return m_kept_bytes;
}

std::vector<std::uint8_t> read_symbol_file(std::filesystem::path const& path)
{
    return read_file(path, largest_image_file);
}

std::shared_ptr<image::Bitmap const> decode_pixmap(std::span<std::uint8_t const> bytes)
{
    return std::make_shared<image::Bitmap const>(image::decode(bytes, max_pixels));
}

std::shared_ptr<paint::Svg const> decode_svg(std::span<std::uint8_t const> bytes)
{
    return std::make_shared<paint::Svg const>(bytes);
}

} // namespace ms::style
