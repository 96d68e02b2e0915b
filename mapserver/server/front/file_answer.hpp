// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers a request for a file: validators, ranges, compression.

#include "http/response.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ms::server {

using SharedBytes = std::shared_ptr<std::vector<std::uint8_t> const>;

/// The parts of a request that concern a file.
struct FileRequest {
    std::string path; ///< below the folder, decoded
    std::string if_none_match{};
    std::string range{};
    std::string if_range{};
    bool accepts_gzip = false;
};

/// A part of an open file, or of bytes in memory.
class FileBody {
public:
    FileBody() = default;
    explicit FileBody(SharedBytes bytes) : m_bytes(std::move(bytes)), m_length(m_bytes->size()) {}
    FileBody(std::shared_ptr<int const> file, std::size_t length)
        : m_file(std::move(file)), m_length(length)
    {}

    [[nodiscard]] FileBody part(std::size_t offset, std::size_t length) const;
    [[nodiscard]] std::size_t length() const noexcept { return m_length; }
    /// The whole content if it is in memory, else empty.
    [[nodiscard]] std::string_view in_memory() const noexcept;
    /// Up to `size` bytes from `offset` of the piece on; fewer only when the file has shrunk.
    [[nodiscard]] std::size_t read(std::size_t offset, char* out, std::size_t size) const;

private:
    SharedBytes m_bytes;
    std::shared_ptr<int const> m_file; ///< closes it
    std::size_t m_offset = 0;
    std::size_t m_length = 0;
};

/// The state of a file at one time.
struct FileFacts {
    std::string type;     ///< Content-Type
    std::string tag;      ///< entity tag
    std::string modified; ///< in the format of Last-Modified
    FileBody body;
    SharedBytes compressed; ///< null: it is not sent so
};

struct FileAnswer {
    http::Response response; ///< without the body
    FileBody body;
};

/// By the extension of its name.
[[nodiscard]] std::string_view content_type_of(std::filesystem::path const& path);

/// RFC 9110, 5.6.7. \param seconds since 1970
[[nodiscard]] std::string http_date(std::int64_t seconds);

/// 200, 206, 304 or 416. A malformed range, or several, is answered with the whole file.
[[nodiscard]] FileAnswer answer_file(FileFacts const& file, FileRequest const& request);

} // namespace ms::server
