// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Sends files as the body of a response.

#include "base/descriptor.hpp"
#include "ows/features/growing_answer.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ms::ows {

using Paths = std::vector<std::filesystem::path>;

/// A file that another part of the program may still be writing.
class SentFile {
public:
    /// \throws Error{Source}
    explicit SentFile(std::filesystem::path const& path);

    /// Appends the next bytes to the text: a piece of them; false at the present end of the file.
    bool read(std::string& out);
    /// Gives the disk back what has been read; it must not be written again.
    void free_read();
    [[nodiscard]] std::uintmax_t freed_bytes() const noexcept { return m_freed; }

private:
    Descriptor m_file;
    std::uintmax_t m_at = 0;
    std::uintmax_t m_freed = 0;
};

/// The body of one response: small ones are sent as a whole, others while they are made.
class FileBody {
public:
    FileBody(Call const& call, http::Response head);
    FileBody(FileBody const&) = delete;
    FileBody& operator=(FileBody const&) = delete;

    /// Sends what has been added to the file since the last time. Always the same file.
    void follow(std::filesystem::path const& file);
    [[nodiscard]] std::uintmax_t freed_bytes() const noexcept
    {
        return m_followed ? m_followed->freed_bytes() : 0;
    }

    // One of these, once the files are complete. Each is removed when it is read.
    void send(std::filesystem::path const& file);
    void send_archive(Paths const& files);
    void send_parts(Paths const& files);

    [[nodiscard]] http::Response finish();

private:
    Call const& m_call;
    GrowingText m_body;
    std::optional<SentFile> m_followed;
};

} // namespace ms::ows
