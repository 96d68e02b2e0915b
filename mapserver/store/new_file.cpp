// SPDX-License-Identifier: MIT
#include "store/new_file.hpp"

#include "store/bounded_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>

namespace ms::store {

NewFile::NewFile(std::filesystem::path const& place)
{
    static std::atomic<unsigned> count{0};
    m_part = place.native() + "." + std::to_string(::getpid()) + "-" +
             std::to_string(count.fetch_add(1)) + ".part";
    m_file = Descriptor{::open(m_part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644)};
    if (!m_file.is_open()) {
        m_part.clear();
    }
}

NewFile::~NewFile()
{
    if (!m_part.empty()) {
        ::unlink(m_part.c_str());
    }
}

void NewFile::write(std::span<std::uint8_t const> bytes)
{
    while (!bytes.empty()) {
        auto const count = ::write(m_file.number(), bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR) {
            fail_by("a tile cannot be written", errno);
        }
        bytes = bytes.subspan(count < 0 ? 0 : static_cast<std::size_t>(count));
    }
}

void NewFile::finish(std::filesystem::path const& place)
{
    if (::rename(m_part.c_str(), place.c_str()) != 0) {
        fail_by("a tile cannot be stored", errno);
    }
    m_part.clear();
}

void NewFile::finish_unless_there(std::filesystem::path const& place)
{
    if (::link(m_part.c_str(), place.c_str()) != 0 && errno != EEXIST) {
        fail_by("a tile cannot be stored", errno);
    }
}

} // namespace ms::store
