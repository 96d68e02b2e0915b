// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What a server process takes.

namespace ms::load {

/// All 0 when there is no such process, or it is not ours to look at.
struct ProcessState {
    double resident_mib = 0;
    int files = 0;
    int threads = 0;
};

[[nodiscard]] ProcessState look_at_process(int pid);

/// User and system time of this process so far.
[[nodiscard]] double own_processor_seconds();

} // namespace ms::load
