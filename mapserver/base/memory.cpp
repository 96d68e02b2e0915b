// SPDX-License-Identifier: MIT
#include "base/memory.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib> // defines __GLIBC__
#include <mutex>

#include <fcntl.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ms {

#ifdef __GLIBC__
namespace {

constexpr int kept_at_end = 128 << 20; ///< of an arena

/// Of more than 64 kB: who frees such a block of an arena other than the main one returns the end
/// of that arena if it is larger than M_TRIM_THRESHOLD.
constexpr std::size_t large_block = std::size_t{128} << 10U;

/// Large blocks in arenas of threads, also of threads that have ended, which any thread may free.
/// Threads take places in turn, so that short-lived ones do not add up.
std::array<std::atomic<void*>, 64> arena_marks{};
std::atomic<std::size_t> next_mark{0};

struct OwnMark {
    std::atomic<void*>* place = nullptr;
    void* block = nullptr;
};
thread_local OwnMark own_mark{};

void free_large_blocks() noexcept
{
    void* const volatile own = std::malloc(large_block); // volatile: else both are left out
    std::free(own);
    for (auto& mark : arena_marks) {
        std::free(mark.exchange(nullptr));
    }
}

} // namespace
#endif

void keep_freed_memory() noexcept
{
#ifdef __GLIBC__
    // mallopt(3): larger blocks get pages of their own, which are returned at once; 32 MiB is the
    // maximum.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, kept_at_end);
#endif
}

void mark_arena() noexcept
{
#ifdef __GLIBC__
    if (own_mark.place != nullptr && own_mark.place->load() == own_mark.block) {
        return;
    }
    auto& place = arena_marks[next_mark.fetch_add(1) % arena_marks.size()];
    own_mark = {&place, std::malloc(large_block)};
    std::free(place.exchange(own_mark.block));
#endif
}

void give_back_freed_memory() noexcept
{
#ifdef __GLIBC__
    static std::mutex mutex; // of the limit, which is the process's
    std::scoped_lock const lock{mutex};
    mallopt(M_TRIM_THRESHOLD, 0);
    free_large_blocks();
    mallopt(M_TRIM_THRESHOLD, kept_at_end);
    malloc_trim(0); // what lies between blocks, and the end of the main arena
#endif
}

FreedMemory::FreedMemory()
    : m_facts(::open("/proc/self/statm", O_RDONLY | O_CLOEXEC)), m_least(resident_bytes())
{}

std::size_t FreedMemory::resident_bytes() const noexcept
{
    std::array<char, 128> text{}; // pages: of addresses, in memory, shared ... (proc(5))
    auto const size = ::pread(m_facts.number(), text.data(), text.size() - 1, 0);
    auto const* const end = text.data() + std::max<ssize_t>(size, 0);
    auto const* const second = std::find(static_cast<char const*>(text.data()), end, ' ');
    std::size_t pages = 0;
    if (second != end) {
        std::from_chars(second + 1, end, pages);
    }
    return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// Whether enough time has passed, and no other thread is at it.
bool FreedMemory::may_give_back() noexcept
{
    auto next = m_next.load(std::memory_order_relaxed);
    return Clock::now() >= next && m_next.compare_exchange_strong(next, Clock::time_point::max());
}

void FreedMemory::give_back_if_much(std::size_t before) noexcept
{
    constexpr std::size_t much = std::size_t{48} << 20U;
    auto const present = resident_bytes();
    auto const least = m_least.load(std::memory_order_relaxed);
    if (present < least) {
        m_least.store(present, std::memory_order_relaxed);
    }
    bool const is_of_request = present > before + much;
    bool const is_of_several = present > least + much;
    if (!is_of_request && !(is_of_several && may_give_back())) {
        return;
    }
    auto const begin = Clock::now();
    give_back_freed_memory();
    m_least.store(resident_bytes(), std::memory_order_relaxed);
    constexpr int pause = 100; // what is given back has to be fetched again, which takes longer
    auto const end = Clock::now();
    m_next.store(end + pause * (end - begin), std::memory_order_relaxed);
}

} // namespace ms
