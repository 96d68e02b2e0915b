// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Measures the processor time and memory of a server process.

namespace ms::load {

/// All 0 if the process does not exist or is not accessible.
struct ProcessState {
    double resident_mib = 0;
    int files = 0;
    int threads = 0;
};

[[nodiscard]] ProcessState look_at_process(int pid);

/// User and system time that this process has used.
[[nodiscard]] double own_processor_seconds();

} // namespace ms::load
