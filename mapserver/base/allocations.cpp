// SPDX-License-Identifier: MIT
// Replaces the global operator new and delete of programs that count allocations. Those for arrays
// and the non-throwing ones call these (C++20, 17.6.3.2 and 17.6.3.3).
#include "base/allocations.hpp"

#include <cstdlib>
#include <malloc.h>
#include <new>

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
thread_local std::ptrdiff_t peak = 0;

#ifndef MS_HAS_SANITIZER

std::ptrdiff_t size_of(void* block) noexcept
{
    return static_cast<std::ptrdiff_t>(malloc_usable_size(block));
}

void* counted(void* block) noexcept
{
    allocated += size_of(block);
    peak = allocated > peak ? allocated : peak;
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

std::ptrdiff_t peak_of_thread() noexcept
{
    return peak;
}

void forget_peak() noexcept
{
    peak = allocated;
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
