// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Releases the interpreter lock during long work.

namespace ms::script {

/// `unlock` gives a state that `lock` takes back.
struct Interpreter {
    void* (*unlock)() = nullptr;
    void (*lock)(void* state) = nullptr;
};

void set_interpreter(Interpreter interpreter) noexcept;

/// During its lifetime, other threads of the language may run. Script objects must not be used
/// then. fork() waits until all have ended, for a few seconds at most: a lock that another thread
/// holds would never be released in the child.
class Unlocked {
public:
    Unlocked();
    ~Unlocked();
    Unlocked(Unlocked const&) = delete;
    Unlocked& operator=(Unlocked const&) = delete;

private:
    void* m_state = nullptr;
};

/// Sets a variable of the environment, while no other thread works: they may read it. Waits for
/// them as fork() does.
void set_environment(char const* key, char const* value);

} // namespace ms::script
