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
/// then.
class Unlocked {
public:
    Unlocked();
    ~Unlocked();
    Unlocked(Unlocked const&) = delete;
    Unlocked& operator=(Unlocked const&) = delete;

private:
    void* m_state = nullptr;
};

} // namespace ms::script
