// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Waits for a connection or a request until another thread interrupts the wait.

#include <chrono>
#include <optional>
#include <pthread.h>

namespace ms::server {

// Only a signal interrupts such a wait: threads unblock it while they wait in one of the functions
// below, where no data can be lost. Reading and writing are never interrupted. The common
// alternative, a non-blocking listening socket, would make it non-blocking for all processes that
// share the socket.

/// Blocks the signal in the calling thread and those it starts. Call it before any of them waits.
void hold_interruptions();

/// Ends the wait of a thread. One that is on its way into accept_connection() may miss that: to be
/// repeated until the thread has noticed.
void interrupt(pthread_t thread) noexcept;

/// accept(), also while other threads and processes wait at the same socket.
/// \return the connection; -1 when interrupted (errno is EINTR then) or when that failed
[[nodiscard]] int accept_connection(int listening) noexcept;

enum class SocketEvent {
    Bytes,    ///< on the connection; its end as well
    Newcomer, ///< a connection waits at the listening socket
    Nothing,  ///< in that time
    Interrupted
};

/// \param listening -1: no new connections \param patience nullopt: forever
[[nodiscard]] SocketEvent
wait_for_arrival(int connection, int listening,
                 std::optional<std::chrono::milliseconds> patience) noexcept;

} // namespace ms::server
