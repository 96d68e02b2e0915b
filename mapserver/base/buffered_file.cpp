// SPDX-License-Identifier: MIT
#include "base/buffered_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/stat.h>
#include <unistd.h>

namespace ms {

BufferedFile::BufferedFile(Descriptor file)
    : m_file(std::move(file)),
      m_bytes(std::make_unique_for_overwrite<std::byte[]>(page_count * page_bytes))
{
    struct stat facts {};
    if (::fstat(m_file.number(), &facts) == 0) {
        m_size = static_cast<std::uint64_t>(facts.st_size);
    }
}

/// What is not in memory is read past the pages: who reads all over a large file would only replace
/// those that are written.
std::ptrdiff_t BufferedFile::read(std::uint64_t at, std::span<std::byte> out)
{
    auto const left = m_size - std::min(m_size, at);
    out = out.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, out.size())));
    auto const whole = static_cast<std::ptrdiff_t>(out.size());
    while (!out.empty()) {
        auto const in_page = static_cast<std::size_t>(at % page_bytes);
        auto const count = std::min(out.size(), page_bytes - in_page);
        if (auto const* const page = find(at / page_bytes)) {
            std::memcpy(out.data(), bytes_of(*page).data() + in_page, count);
        } else if (!load(at, out.first(count))) {
            return -1;
        }
        out = out.subspan(count);
        at += count;
    }
    return whole;
}

bool BufferedFile::write(std::uint64_t at, std::span<std::byte const> bytes)
{
    while (!bytes.empty()) {
        auto* const page = find_or_load(at / page_bytes);
        if (page == nullptr) {
            return false;
        }
        auto const in_page = static_cast<std::size_t>(at % page_bytes);
        auto const count = std::min(bytes.size(), page_bytes - in_page);
        std::memcpy(bytes_of(*page).data() + in_page, bytes.data(), count);
        page->changed_from = std::min(page->changed_from, in_page);
        page->changed_to = std::max(page->changed_to, in_page + count);
        bytes = bytes.subspan(count);
        at += count;
        m_size = std::max(m_size, at);
    }
    return true;
}

bool BufferedFile::truncate(std::uint64_t size)
{
    bool const is_flushed = flush();
    m_pages = {};
    m_size = size;
    return is_flushed && ::ftruncate(m_file.number(), static_cast<off_t>(size)) == 0;
}

bool BufferedFile::flush()
{
    return std::ranges::all_of(m_pages, [&](Page& page) { return store(page); });
}

std::span<std::byte> BufferedFile::bytes_of(Page const& page) const noexcept
{
    auto const index = static_cast<std::size_t>(&page - m_pages.data());
    return {m_bytes.get() + index * page_bytes, page_bytes};
}

/// Null if it is not in memory.
BufferedFile::Page* BufferedFile::find(std::uint64_t number)
{
    auto* const page = std::ranges::find_if(
        m_pages, [&](Page const& known) { return known.last_use > 0 && known.number == number; });
    if (page == m_pages.end()) {
        return nullptr;
    }
    page->last_use = ++m_uses;
    return page;
}

/// The page, in place of the one that has not been used for longest; null after an error.
BufferedFile::Page* BufferedFile::find_or_load(std::uint64_t number)
{
    if (auto* const known = find(number)) {
        return known;
    }
    auto* const page = std::ranges::min_element(m_pages, {}, &Page::last_use);
    if (!store(*page)) {
        return nullptr;
    }
    page->last_use = 0;
    if (!load(number * page_bytes, bytes_of(*page))) {
        return nullptr;
    }
    page->number = number;
    page->last_use = ++m_uses;
    return page;
}

/// What is not in the file is 0.
bool BufferedFile::load(std::uint64_t at, std::span<std::byte> out) const
{
    while (!out.empty()) {
        auto const got = ::pread(m_file.number(), out.data(), out.size(), static_cast<off_t>(at));
        if (got < 0 && errno != EINTR) {
            return false;
        }
        if (got == 0) {
            break;
        }
        auto const count = static_cast<std::size_t>(std::max<ssize_t>(got, 0));
        out = out.subspan(count);
        at += count;
    }
    std::ranges::fill(out, std::byte{});
    return true;
}

bool BufferedFile::store(Page& page) const
{
    auto const start = static_cast<off_t>(page.number * page_bytes);
    while (page.changed_from < page.changed_to) {
        auto const put = ::pwrite(m_file.number(), bytes_of(page).data() + page.changed_from,
                                  page.changed_to - page.changed_from,
                                  start + static_cast<off_t>(page.changed_from));
        if (put < 0 && errno != EINTR) {
            return false;
        }
        page.changed_from += static_cast<std::size_t>(std::max<ssize_t>(put, 0));
    }
    page.changed_from = page_bytes;
    page.changed_to = 0;
    return true;
}

} // namespace ms
