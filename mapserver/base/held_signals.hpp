// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Keeps signals from threads that do not wait for them.

#include <csignal>

namespace ms {

/// No signal interrupts this thread during its lifetime, nor, for as long as they run, the threads
/// that it starts meanwhile. A SIGHUP that finds a thread which lets it through, while the one that
/// waits for it is busy, ends the process.
class HeldSignals {
public:
    HeldSignals() noexcept
    {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &m_before);
    }
    ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
    HeldSignals(HeldSignals const&) = delete;
    HeldSignals& operator=(HeldSignals const&) = delete;

private:
    sigset_t m_before{};
};

} // namespace ms
