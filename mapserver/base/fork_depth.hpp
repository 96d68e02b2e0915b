// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Tells what a process has made itself from what it has inherited by fork().

namespace ms {

/// How many fork()s lie between the process that loaded the library and this one. What was made at
/// another depth belongs to a parent, too: connections and positions in files are shared with it,
/// and the threads that it had are missing. Costs one read of memory.
[[nodiscard]] unsigned fork_depth() noexcept;

} // namespace ms
