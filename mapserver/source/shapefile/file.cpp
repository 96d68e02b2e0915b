// SPDX-License-Identifier: MIT
#include "source/shapefile/file.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ms::source::shapefile {

std::optional<File> File::open(std::filesystem::path const& path)
{
    // O_NONBLOCK: a FIFO of that name must not make us wait for a writer.
    auto const descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        return std::nullopt;
    }
    struct ::stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        errno = EINVAL;
        return std::nullopt;
    }
    return File{descriptor, static_cast<std::uint64_t>(status.st_size)};
}

File::~File()
{
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

File::File(File&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)), m_size(other.m_size),
      m_stamp(other.m_stamp)
{}

File& File::operator=(File&& other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_size, other.m_size);
    std::swap(m_stamp, other.m_stamp);
    return *this;
}

bool File::read_at(std::uint64_t offset, std::span<std::byte> out) const noexcept
{
    if (offset > m_size || out.size() > m_size - offset) {
        return false;
    }
    while (!out.empty()) {
        auto const count =
            ::pread(m_descriptor, out.data(), out.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return false;
        }
        offset += static_cast<std::uint64_t>(count);
        out = out.subspan(static_cast<std::size_t>(count));
    }
    return true;
}

bool Window::holds(std::uint64_t offset, std::size_t length) const noexcept
{
    return offset >= m_offset && offset - m_offset <= m_length &&
           length <= m_length - (offset - m_offset);
}

std::optional<Bytes> Window::bytes(std::uint64_t offset, std::size_t length, std::size_t ahead)
{
    auto const size = m_file->size();
    if (offset > size || length > size - offset) {
        return std::nullopt;
    }
    if (!holds(offset, length)) {
        auto const requested = std::min<std::uint64_t>(std::max(length, ahead), size - offset);
        if (m_buffer.size() < requested) {
            m_buffer.resize(requested);
        }
        m_offset = offset;
        m_length = 0;
        if (!m_file->read_at(offset, std::span{m_buffer}.first(requested))) {
            return std::nullopt;
        }
        m_length = requested;
    }
    return Bytes{m_buffer}.subspan(offset - m_offset, length);
}

} // namespace ms::source::shapefile
