// SPDX-License-Identifier: MIT
#include "script/interpreter.hpp"

namespace ms::script {

namespace {

Interpreter& interpreter() noexcept
{
    static Interpreter of_the_module;
    return of_the_module;
}

} // namespace

void set_interpreter(Interpreter language) noexcept
{
    interpreter() = language;
}

Unlocked::Unlocked()
{
    if (interpreter().unlock != nullptr) {
        m_state = interpreter().unlock();
    }
}

Unlocked::~Unlocked()
{
    if (m_state != nullptr && interpreter().lock != nullptr) {
        interpreter().lock(m_state);
    }
}

} // namespace ms::script
