// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The files of --static: a viewer beside its maps.

#include "base/file_stamp.hpp"
#include "http/response.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::server {

/// What is asked of a file.
struct FileRequest {
    std::string path; ///< below the folder, decoded
    std::string if_none_match{};
    std::string range{};
    std::string if_range{};
    bool accepts_gzip = false;
};

/// A piece of a file that is open, or of bytes that are kept.
class FileBody {
public:
    FileBody() = default;
    explicit FileBody(std::shared_ptr<std::vector<std::uint8_t> const> bytes)
        : m_bytes(std::move(bytes)), m_length(m_bytes->size())
    {}
    FileBody(std::shared_ptr<int const> file, std::size_t offset, std::size_t length)
        : m_file(std::move(file)), m_offset(offset), m_length(length)
    {}

    [[nodiscard]] std::size_t length() const noexcept { return m_length; }
    /// Up to `size` bytes from `offset` of the piece on; fewer only when the file has shrunk.
    [[nodiscard]] std::size_t read(std::size_t offset, char* out, std::size_t size) const;

private:
    std::shared_ptr<std::vector<std::uint8_t> const> m_bytes;
    std::shared_ptr<int const> m_file; ///< closes it
    std::size_t m_offset = 0;
    std::size_t m_length = 0;
};

struct FileAnswer {
    http::Response response; ///< without the body
    FileBody body;
};

/// Thread safe. Texts are compressed once and kept, up to a number of bytes; files are read piece
/// by piece as they are sent. What begins with a dot, and what a link puts outside of the folder,
/// is not there.
class StaticFiles {
public:
    /// \throws Error{BadRequest} when there is no such folder
    explicit StaticFiles(std::filesystem::path const& folder,
                         std::size_t max_kept_bytes = std::size_t{64} << 20U);

    [[nodiscard]] FileAnswer answer(FileRequest const& request);

private:
    struct Kept {
        std::filesystem::path path;
        FileStamp stamp;
        std::shared_ptr<std::vector<std::uint8_t> const> bytes; ///< null: not worth compressing
    };

    [[nodiscard]] std::optional<std::filesystem::path> find(std::string_view path) const;
    [[nodiscard]] std::shared_ptr<std::vector<std::uint8_t> const>
    compressed(std::filesystem::path const& path, FileStamp const& stamp, FileBody const& file);

    std::filesystem::path m_folder;
    std::size_t m_max_kept_bytes;
    std::mutex m_mutex;
    std::list<Kept> m_kept; ///< the last used first
};

} // namespace ms::server
