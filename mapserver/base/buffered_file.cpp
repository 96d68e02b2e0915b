// SPDX-License-Identifier: MIT
#include "base/buffered_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/stat.h>
#include <unistd.h>

namespace ms {

BufferedFile::BufferedFile(Descriptor file)
    : m_file(std::move(file)), m_pages(std::make_unique<std::array<Page, 32>>())
{
    struct stat facts {};
    if (::fstat(m_file.number(), &facts) == 0) {
        m_size = static_cast<std::uint64_t>(facts.st_size);
    }
}

std::ptrdiff_t BufferedFile::read(std::uint64_t at, std::span<std::byte> out)
{
    auto const left = m_size - std::min(m_size, at);
    out = out.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, out.size())));
    auto const whole = static_cast<std::ptrdiff_t>(out.size());
    while (!out.empty()) {
        auto* const page = find(at / page_bytes);
        if (page == nullptr) {
            return -1;
        }
        auto const in_page = static_cast<std::size_t>(at % page_bytes);
        auto const count = std::min(out.size(), page_bytes - in_page);
        std::memcpy(out.data(), page->bytes.data() + in_page, count);
        out = out.subspan(count);
        at += count;
    }
    return whole;
}

bool BufferedFile::write(std::uint64_t at, std::span<std::byte const> bytes)
{
    while (!bytes.empty()) {
        auto* const page = find(at / page_bytes);
        if (page == nullptr) {
            return false;
        }
        auto const in_page = static_cast<std::size_t>(at % page_bytes);
        auto const count = std::min(bytes.size(), page_bytes - in_page);
        std::memcpy(page->bytes.data() + in_page, bytes.data(), count);
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
    for (auto& page : *m_pages) {
        page.last_use = 0;
    }
    m_size = size;
    return is_flushed && ::ftruncate(m_file.number(), static_cast<off_t>(size)) == 0;
}

bool BufferedFile::flush()
{
    return std::ranges::all_of(*m_pages, [&](Page& page) { return store(page); });
}

/// The page, in place of the one that has not been used for longest; null after an error.
BufferedFile::Page* BufferedFile::find(std::uint64_t number)
{
    auto& pages = *m_pages;
    auto* page = std::ranges::find_if(
        pages, [&](Page const& known) { return known.last_use > 0 && known.number == number; });
    if (page == pages.end()) {
        page = std::ranges::min_element(pages, {}, &Page::last_use);
        if (!store(*page)) {
            return nullptr;
        }
        page->last_use = 0;
        page->number = number;
        if (!load(*page)) {
            return nullptr;
        }
    }
    page->last_use = ++m_uses;
    return page;
}

/// What is not in the file is 0.
bool BufferedFile::load(Page& page) const
{
    auto const start = static_cast<off_t>(page.number * page_bytes);
    std::size_t count = 0;
    while (count < page_bytes) {
        auto const got = ::pread(m_file.number(), page.bytes.data() + count, page_bytes - count,
                                 start + static_cast<off_t>(count));
        if (got < 0 && errno != EINTR) {
            return false;
        }
        if (got == 0) {
            break;
        }
        count += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    }
    std::ranges::fill(std::span{page.bytes}.subspan(count), std::byte{});
    return true;
}

bool BufferedFile::store(Page& page) const
{
    auto const start = static_cast<off_t>(page.number * page_bytes);
    while (page.changed_from < page.changed_to) {
        auto const put = ::pwrite(m_file.number(), page.bytes.data() + page.changed_from,
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
