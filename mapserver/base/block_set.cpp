// SPDX-License-Identifier: MIT
#include "base/block_set.hpp"

#include <bit>
#include <cstdlib>
#include <span>

namespace ms {

namespace {

/// Page numbers are often consecutive: Fibonacci hashing spreads them.
std::size_t hash_of(std::uintptr_t number, std::size_t capacity) noexcept
{
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15ULL;
    constexpr int bits = 64;
    return static_cast<std::size_t>((number * golden) >>
                                    (bits - static_cast<int>(std::countr_zero(capacity))));
}

std::uintptr_t address_of(void const* block) noexcept
{
    return reinterpret_cast<std::uintptr_t>(block);
}

} // namespace

BlockSet::~BlockSet()
{
    free_table();
}

void BlockSet::free_table() noexcept
{
    std::free(m_pages);
    m_pages = nullptr;
    m_capacity = 0;
    m_last = nullptr;
}

void BlockSet::clear() noexcept
{
    constexpr std::size_t largest_kept = 4096; // 196 kB, for blocks of some megabytes
    if (m_capacity > largest_kept) {
        free_table();
    }
    ++m_round;
    m_used = 0;
    m_last = nullptr;
}

/// The entry of a page, or the free one where it would be. The table has free ones.
BlockSet::Page* BlockSet::find(std::uintptr_t number) noexcept
{
    auto at = hash_of(number, m_capacity);
    while (m_pages[at].round == m_round && m_pages[at].number != number) {
        at = (at + 1) & (m_capacity - 1);
    }
    return &m_pages[at];
}

BlockSet::Page* BlockSet::find_or_add(std::uintptr_t number) noexcept
{
    if (m_last != nullptr && m_last->number == number) {
        return m_last;
    }
    bool const is_full = m_used + m_used / 2 >= m_capacity;
    if (is_full && !grow()) {
        return nullptr;
    }
    auto* const page = find(number);
    if (page->round != m_round) {
        *page = {.number = number, .round = m_round};
        ++m_used;
    }
    m_last = page;
    return page;
}

bool BlockSet::grow() noexcept
{
    constexpr std::size_t smallest = 256;
    auto const capacity = m_capacity == 0 ? smallest : m_capacity * 2;
    auto* const pages = static_cast<Page*>(std::calloc(capacity, sizeof(Page)));
    if (pages == nullptr) {
        return false;
    }
    std::span<Page const> const before{m_pages, m_capacity};
    m_pages = pages;
    m_capacity = capacity;
    m_last = nullptr;
    for (auto const& page : before) {
        if (page.round == m_round) {
            *find(page.number) = page;
        }
    }
    std::free(const_cast<Page*>(before.data()));
    return true;
}

void BlockSet::insert(void const* block) noexcept
{
    auto const address = address_of(block);
    if (auto* const page = find_or_add(address / page_bytes)) {
        auto const place = address % page_bytes / alignment;
        page->blocks[place / word_bits] |= std::uint64_t{1} << (place % word_bits);
    }
}

void BlockSet::erase(void const* block) noexcept
{
    if (m_used == 0) {
        return;
    }
    auto const address = address_of(block);
    auto const number = address / page_bytes;
    auto* const page = m_last != nullptr && m_last->number == number ? m_last : find(number);
    if (page->round == m_round) {
        m_last = page;
        auto const place = address % page_bytes / alignment;
        page->blocks[place / word_bits] &= ~(std::uint64_t{1} << (place % word_bits));
    }
}

void BlockSet::take_all(void (*take)(void*) noexcept) noexcept
{
    for (auto const& page : std::span{m_pages, m_used == 0 ? 0 : m_capacity}) {
        for (std::size_t word = 0; page.round == m_round && word < page.blocks.size(); ++word) {
            for (auto left = page.blocks[word]; left != 0; left &= left - 1) {
                auto const place =
                    word * word_bits + static_cast<std::size_t>(std::countr_zero(left));
                take(reinterpret_cast<void*>(page.number * page_bytes + place * alignment));
            }
        }
    }
    clear();
}

} // namespace ms
