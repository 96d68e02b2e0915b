// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What the binding of a language tells the library: its lock, which long work releases, and calls
/// that change something.

#include <cstdint>
#include <string_view>

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

/// A flag that is set during its lifetime: what it stands for is used without the lock.
class Busy {
public:
    explicit Busy(bool& flag) : m_flag(flag) { m_flag = true; }
    ~Busy() { m_flag = false; }
    Busy(Busy const&) = delete;
    Busy& operator=(Busy const&) = delete;

private:
    bool& m_flag;
};

/// Whether a call of a script may change what is drawn with. Reading an attribute, drawing into an
/// image and whatever shapes do may not: maps keep copies of shapes.
/// \param call as SWIG names it: "styleObj_size_set", "new_styleObj", "layerObj_draw"
[[nodiscard]] constexpr bool may_change(std::string_view call) noexcept
{
    for (std::string_view const prefix : {"new_", "delete_"}) {
        call.remove_prefix(call.starts_with(prefix) ? prefix.size() : 0);
    }
    bool const is_of_shape =
        call.starts_with("pointObj") || call.starts_with("lineObj") || call.starts_with("shapeObj");
    bool const draws_into_image = call == "layerObj_draw" || call == "rectObj_draw";
    return !is_of_shape && !draws_into_image && !call.ends_with("_get");
}
/// The binding counts calls that may change something, while it holds the interpreter's lock.
void count_change() noexcept;
/// Nothing has changed while it stays the same.
[[nodiscard]] std::uint64_t change_count() noexcept;

/// Sets a variable of the environment, while no other thread works: they may read it. Waits for
/// them as fork() does.
void set_environment(char const* key, char const* value);

} // namespace ms::script
