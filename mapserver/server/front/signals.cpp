// SPDX-License-Identifier: MIT
#include "server/front/signals.hpp"

#include "server/app/app.hpp"

namespace ms::server {

Signals::Signals(std::initializer_list<int> ending)
{
    sigemptyset(&m_signals);
    sigaddset(&m_signals, SIGHUP);
    for (int const signal : ending) {
        sigaddset(&m_signals, signal);
    }
    pthread_sigmask(SIG_BLOCK, &m_signals, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
}

void Signals::wait(App& app, std::function<bool()> const& is_done) const
{
    timespec const patience{.tv_sec = 0, .tv_nsec = 100'000'000};
    while (!is_done || !is_done()) {
        auto const signal = is_done ? sigtimedwait(&m_signals, nullptr, &patience)
                                    : sigwaitinfo(&m_signals, nullptr);
        if (signal == SIGHUP) {
            app.reload();
        } else if (signal > 0) {
            return;
        }
    }
}

} // namespace ms::server
