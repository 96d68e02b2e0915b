// SPDX-License-Identifier: MIT
#include "base/memory.hpp"

#include <cstdlib> // defines __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ms {

void keep_freed_memory() noexcept
{
#ifdef __GLIBC__
    // mallopt(3): larger blocks get pages of their own, which are returned at once; 32 MiB is the
    // maximum.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 128 << 20);
#endif
}

void give_back_freed_memory() noexcept
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

} // namespace ms
