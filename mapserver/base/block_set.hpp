// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A set of blocks of memory, for operator new: it allocates nothing with it.

#include <array>
#include <cstddef>
#include <cstdint>

namespace ms {

/// A bit for each place in a page of memory where a block may begin: a hundredth of what the blocks
/// occupy, and some nanoseconds for each. Belongs to one thread.
class BlockSet {
public:
    BlockSet() = default;
    ~BlockSet();
    BlockSet(BlockSet const&) = delete;
    BlockSet& operator=(BlockSet const&) = delete;

    /// Forgets all blocks, in constant time.
    void clear() noexcept;
    /// A block as malloc() returns it. Without memory for the set, it is not remembered.
    void insert(void const* block) noexcept;
    /// A block that may be in the set.
    void erase(void const* block) noexcept;
    /// Hands each block to `take`, and forgets it.
    void take_all(void (*take)(void*) noexcept) noexcept;

private:
    static constexpr std::uintptr_t page_bytes = 4096;
    static constexpr std::uintptr_t alignment = 16; ///< of blocks
    static constexpr std::uintptr_t word_bits = 64;

    struct Page {
        std::uintptr_t number = 0;
        std::uint64_t round = 0; ///< another than m_round: the entry is free
        std::array<std::uint64_t, page_bytes / alignment / word_bits> blocks{};
    };

    [[nodiscard]] Page* find(std::uintptr_t number) noexcept;
    [[nodiscard]] Page* find_or_add(std::uintptr_t number) noexcept;
    [[nodiscard]] bool grow() noexcept;
    void free_table() noexcept;

    Page* m_pages = nullptr;    ///< a hash table with linear probing
    std::size_t m_capacity = 0; ///< a power of two
    std::size_t m_used = 0;
    std::uint64_t m_round = 1;
    Page* m_last = nullptr; ///< found last: most blocks are beside the one before
};

} // namespace ms
