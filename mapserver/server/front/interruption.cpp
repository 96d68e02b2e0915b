// SPDX-License-Identifier: MIT
#include "server/front/interruption.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/socket.h>

namespace ms::server {

namespace {

constexpr int interruption = SIGUSR2;

sigset_t only_interruption() noexcept
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, interruption);
    return signals;
}

/// The signals blocked in this thread, except the interruption.
sigset_t mask_of_waiting() noexcept
{
    sigset_t signals;
    pthread_sigmask(SIG_SETMASK, nullptr, &signals);
    sigdelset(&signals, interruption);
    return signals;
}

} // namespace

void hold_interruptions()
{
    struct sigaction action {}; // without SA_RESTART: waiting calls return
    action.sa_handler = [](int) {};
    sigaction(interruption, &action, nullptr);
    auto const signals = only_interruption();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

void interrupt(pthread_t thread) noexcept
{
    pthread_kill(thread, interruption);
}

int accept_connection(int listening) noexcept
{
    auto const signals = only_interruption();
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    int const connection = accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
    int const failure = errno;
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    errno = failure;
    return connection;
}

SocketEvent wait_for_arrival(int connection, int listening,
                             std::optional<std::chrono::milliseconds> patience) noexcept
{
    std::array<pollfd, 2> watched{{{connection, POLLIN, 0}, {listening, POLLIN, 0}}};
    auto const seconds = std::chrono::duration_cast<std::chrono::seconds>(
        patience.value_or(std::chrono::milliseconds{}));
    timespec time{};
    time.tv_sec = seconds.count();
    time.tv_nsec = std::chrono::nanoseconds{patience.value_or(seconds) - seconds}.count();
    auto const mask = mask_of_waiting();
    int const count = ppoll(watched.data(), watched.size(), patience ? &time : nullptr, &mask);
    if (count < 0) {
        return SocketEvent::Interrupted;
    }
    if (watched[0].revents != 0) {
        return SocketEvent::Bytes;
    }
    return watched[1].revents != 0 ? SocketEvent::Newcomer : SocketEvent::Nothing;
}

} // namespace ms::server
