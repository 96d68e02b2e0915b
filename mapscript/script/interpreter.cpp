// SPDX-License-Identifier: MIT
#include "script/interpreter.hpp"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <thread>

#include <pthread.h>

namespace ms::script {

namespace {

Interpreter interpreter; ///< of the module

std::atomic<int> working{0}; ///< threads without the interpreter's lock

/// The calling thread holds the interpreter's lock, so that no other one starts to work.
void wait_for_workers()
{
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::seconds patience{5};
    auto const end = Clock::now() + patience;
    while (working > 0 && Clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
}

std::uint64_t changes = 0; ///< guarded by the interpreter's lock

[[maybe_unused]] int const registered =
    ::pthread_atfork(&wait_for_workers, nullptr, [] { working = 0; });

} // namespace

void count_change() noexcept
{
    ++changes;
}

std::uint64_t change_count() noexcept
{
    return changes;
}

void set_environment(char const* key, char const* value)
{
    auto const* const present = std::getenv(key);
    if (present == nullptr || std::string_view{present} != value) {
        wait_for_workers();
        ::setenv(key, value, 1);
    }
}

void set_interpreter(Interpreter language) noexcept
{
    interpreter = language;
}

Unlocked::Unlocked()
{
    ++working;
    if (interpreter.unlock != nullptr) {
        m_state = interpreter.unlock();
    }
}

Unlocked::~Unlocked()
{
    --working;
    if (m_state != nullptr && interpreter.lock != nullptr) {
        interpreter.lock(m_state);
    }
}

} // namespace ms::script
