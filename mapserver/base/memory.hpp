// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Configures how the process reuses freed memory.

namespace ms {

/// For servers: memory that a request frees stays for the next, up to 128 MiB at the end of each of
/// malloc's arenas. A map's bitmaps and buffers are megabytes; returning them to the system and
/// getting them again, page by page, costs 1.7 ms for a map of 1000 x 1000 pixels. Call it before
/// any thread starts. Does nothing if malloc is not glibc's.
void keep_freed_memory() noexcept;

/// Returns free memory of all threads to the system. Call it after unusually large requests:
/// otherwise their memory stays with their threads forever.
void give_back_freed_memory() noexcept;

} // namespace ms
