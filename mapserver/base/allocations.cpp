// SPDX-License-Identifier: MIT
// Replaces the global operator new and delete of programs that count allocations. Those for arrays
// and the non-throwing ones call these (C++20, 17.6.3.2 and 17.6.3.3).
#include "base/allocations.hpp"

#include <cstdlib>
#include <malloc.h>
#include <new>
#include <utility>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MS_HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define MS_HAS_SANITIZER 1
#endif
#endif

namespace ms {

namespace {

thread_local std::ptrdiff_t allocated = 0;
thread_local BlockSet* taken_blocks = nullptr; ///< gets those that are taken
thread_local BlockSet* known_blocks = nullptr; ///< loses those that are freed

#ifndef MS_HAS_SANITIZER

std::ptrdiff_t size_of(void* block) noexcept
{
    return static_cast<std::ptrdiff_t>(malloc_usable_size(block));
}

void* counted(void* block) noexcept
{
    allocated += size_of(block);
    if (taken_blocks != nullptr) {
        taken_blocks->insert(block);
    }
    return block;
}

/// \param take returns nullptr if memory is exhausted
template <typename Take>
void* taken(Take const& take)
{
    while (true) {
        if (void* const block = take()) {
            return counted(block);
        }
        auto* const handler = std::get_new_handler();
        if (handler == nullptr) {
            throw std::bad_alloc{};
        }
        handler();
    }
}

void give_back(void* block) noexcept
{
    if (block != nullptr) {
        allocated -= size_of(block);
        if (known_blocks != nullptr) {
            known_blocks->erase(block);
        }
        std::free(block);
    }
}

#endif

} // namespace

bool counts_allocations() noexcept
{
#ifdef MS_HAS_SANITIZER
    return false;
#else
    return true;
#endif
}

std::ptrdiff_t allocated_by_thread() noexcept
{
    return allocated;
}

RecordedAllocations::RecordedAllocations(BlockSet& blocks) noexcept : m_blocks(blocks)
{
    blocks.clear();
    taken_blocks = &blocks;
    known_blocks = &blocks;
}

RecordedAllocations::~RecordedAllocations()
{
    taken_blocks = nullptr;
    known_blocks = nullptr;
}

void RecordedAllocations::end() noexcept
{
    taken_blocks = nullptr;
}

void RecordedAllocations::free_all() noexcept
{
    taken_blocks = nullptr;
    known_blocks = nullptr;
    m_blocks.take_all([](void* block) noexcept { ::operator delete(block); });
}

UnrecordedAllocations::UnrecordedAllocations() noexcept
    : m_before(std::exchange(taken_blocks, nullptr))
{}

UnrecordedAllocations::~UnrecordedAllocations()
{
    taken_blocks = m_before;
}

} // namespace ms

#ifndef MS_HAS_SANITIZER

void* operator new(std::size_t size)
{
    return ms::taken([size] { return std::malloc(size == 0 ? 1 : size); });
}

void* operator new(std::size_t size, std::align_val_t alignment)
{
    auto const boundary = static_cast<std::size_t>(alignment);
    auto const whole = (size + boundary - 1) / boundary * boundary;
    return ms::taken([=] { return std::aligned_alloc(boundary, whole == 0 ? boundary : whole); });
}

void operator delete(void* block) noexcept
{
    ms::give_back(block);
}

void operator delete(void* block, std::size_t) noexcept
{
    ms::give_back(block);
}

void operator delete(void* block, std::align_val_t) noexcept
{
    ms::give_back(block);
}

void operator delete(void* block, std::size_t, std::align_val_t) noexcept
{
    ms::give_back(block);
}

#endif
