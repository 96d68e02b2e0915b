// SPDX-License-Identifier: MIT
#include "ows/features/file_body.hpp"

#include "base/error.hpp"
#include "image/zip_stream.hpp"
#include "ows/common/attachment.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fcntl.h>

namespace ms::ows {

namespace {

/// Small enough for a core's cache, large enough to be worth a system call.
constexpr std::size_t read_bytes = std::size_t{64} << 10U;

[[noreturn]] void refuse(int error)
{
    throw Error{ErrorKind::Source,
                "a temporary file cannot be read: " + std::system_category().message(error)};
}

/// Opens a file that nobody needs by its name any more.
SentFile take(std::filesystem::path const& path)
{
    SentFile file{path};
    std::error_code ignored; // it is removed with its folder
    std::filesystem::remove(path, ignored);
    return file;
}

bool has(std::filesystem::path const& path, std::string_view text)
{
    SentFile file{path};
    std::string bytes;
    while (file.read(bytes)) {
        if (bytes.find(text) != std::string::npos) {
            return true;
        }
        bytes.erase(0, bytes.size() - std::min(bytes.size(), text.size())); // it may go on there
    }
    return false;
}

/// A multipart boundary that occurs in none of the files.
std::string boundary_for(Call const& call, Paths const& files)
{
    std::string boundary = "xxOGRBoundaryxx";
    while (std::ranges::any_of(files, [&](auto const& file) { return has(file, boundary); })) {
        call.services.deadline.check();
        boundary += 'x';
    }
    return boundary;
}

} // namespace

SentFile::SentFile(std::filesystem::path const& path)
    : m_file(::open(path.c_str(), O_RDWR | O_CLOEXEC))
{
    if (!m_file.is_open()) {
        refuse(errno);
    }
}

bool SentFile::read(std::string& out)
{
    auto const before = out.size();
    out.resize(before + read_bytes);
    auto const count =
        ::pread(m_file.number(), out.data() + before, read_bytes, static_cast<off_t>(m_at));
    if (count < 0) {
        refuse(errno);
    }
    out.resize(before + static_cast<std::size_t>(count));
    m_at += static_cast<std::uintmax_t>(count);
    return count > 0;
}

void SentFile::free_read()
{
    constexpr std::uintmax_t worthwhile = std::uintmax_t{1} << 20U;
    if (m_at - m_freed >= worthwhile &&
        ::fallocate(m_file.number(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                    static_cast<off_t>(m_freed), static_cast<off_t>(m_at - m_freed)) == 0) {
        m_freed = m_at; // not every file system can
    }
}

FileBody::FileBody(Call const& call, http::Response head)
    : m_call(call), m_body(call, std::move(head))
{}

void FileBody::follow(std::filesystem::path const& file)
{
    if (!m_followed) {
        m_followed.emplace(file);
    }
    while (m_followed->read(m_body.unsent())) {
        m_body.pass_on();
    }
    if (m_body.is_on_its_way()) {
        m_followed->free_read();
    }
}

void FileBody::send(std::filesystem::path const& path)
{
    auto file = take(path);
    while (file.read(m_body.unsent())) {
        m_call.services.deadline.check();
        m_body.pass_on();
    }
}

void FileBody::send_archive(Paths const& files)
{
    image::ZipStream archive{m_body.unsent()};
    std::string piece;
    for (auto const& path : files) {
        std::error_code unknown; // its size is the largest number then
        archive.begin(path.filename().native(), std::filesystem::file_size(path, unknown));
        for (auto file = take(path); file.read(piece); piece.clear()) {
            m_call.services.deadline.check();
            archive.write(piece);
            m_body.pass_on();
        }
        archive.end();
    }
    archive.finish();
}

void FileBody::send_parts(Paths const& files)
{
    auto const boundary = boundary_for(m_call, files);
    m_body.head().content_type = "multipart/mixed; boundary=" + boundary;
    m_body.unsent() += "--" + boundary;
    for (auto const& file : files) {
        m_body.unsent() += "\r\nContent-Disposition: " + disposition(file.filename().native()) +
                           "\r\nContent-Type: application/binary\r\n"
                           "Content-Transfer-Encoding: binary\r\n\r\n";
        send(file);
        m_body.unsent() += "\r\n--" + boundary;
    }
    m_body.unsent() += "--\r\n";
}

http::Response FileBody::finish()
{
    return m_body.finish();
}

} // namespace ms::ows
