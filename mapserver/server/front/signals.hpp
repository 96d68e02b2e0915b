// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The signals that end a process or make it read its settings again.

#include <csignal>
#include <functional>
#include <initializer_list>

namespace ms::server {

class App;

/// Signals as values that one thread waits for; no handler could safely do anything. SIGPIPE is
/// ignored: clients may go away in an answer.
class Signals {
public:
    /// To be made before any thread is, so that all inherit them.
    /// \param ending end the process; SIGHUP reads the settings again
    explicit Signals(std::initializer_list<int> ending);

    /// Returns after a signal that ends the process, or when `is_done`; called every 0.1 s.
    void wait(App& app, std::function<bool()> const& is_done = {}) const;

private:
    sigset_t m_signals{};
};

} // namespace ms::server
