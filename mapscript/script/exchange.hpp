// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Copies values between a script's object, whose attributes are plain members, and the block of
/// the mapfile model behind it. One list of pairs serves both directions.

#include "script/color.hpp"
#include "script/enums.hpp"
#include "script/geometry.hpp"
#include "script/hash_table.hpp"
#include "script/node.hpp"

#include <algorithm>
#include <type_traits>

namespace ms::script {

/// Assigns if the values differ. \return whether it did
template <typename T, typename U>
bool assign(T& place, U const& value)
{
    if (place == value) {
        return false;
    }
    place = value;
    return true;
}

namespace convert {

template <typename T>
requires std::is_arithmetic_v<T>
void to_script(T& script, T const& model)
{
    script = model;
}
template <typename T>
requires std::is_arithmetic_v<T>
bool to_model(T const& script, T& model)
{
    return assign(model, script);
}

inline void to_script(int& script, bool model)
{
    script = model ? 1 : 0;
}
inline bool to_model(int script, bool& model)
{
    return assign(model, script != 0);
}

inline void to_script(int& script, double model)
{
    script = static_cast<int>(model);
}
/// A fraction that the script cannot see stays.
inline bool to_model(int script, double& model)
{
    return static_cast<int>(model) != script && assign(model, static_cast<double>(script));
}

/// Not set is MS_NOOVERRIDE.
void to_script(int& script, std::optional<bool> const& model);
bool to_model(int script, std::optional<bool>& model);

void to_script(Text& script, std::string const& model);
bool to_model(Text const& script, std::string& model);

void to_script(colorObj& script, mapfile::OptionalColor const& model);
bool to_model(colorObj const& script, mapfile::OptionalColor& model);

void to_script(rectObj& script, mapfile::Extent const& model);
bool to_model(rectObj const& script, mapfile::Extent& model);

void to_script(hashTableObj& script, mapfile::StringMap const& model);
bool to_model(hashTableObj const& script, mapfile::StringMap& model);

/// A number that is -1 in a mapfile and 0 in scripts if it is not set.
struct OrZero {
    int& model;
};
inline void to_script(int& script, OrZero const& number)
{
    script = std::max(number.model, 0);
}
inline bool to_model(int script, OrZero const& number)
{
    return script != std::max(number.model, 0) && assign(number.model, script == 0 ? -1 : script);
}

template <typename Enum>
requires std::is_enum_v<Enum>
void to_script(int& script, Enum model)
{
    script = number_of(model);
}
/// Several enumerators may have one number, and several numbers one enumerator.
template <typename Enum>
requires std::is_enum_v<Enum>
bool to_model(int script, Enum& model)
{
    if (number_of(model) == script) {
        return false;
    }
    Enum value{};
    set_by_number(value, script);
    return assign(model, value);
}

} // namespace convert

/// Copies the model to the attributes of the script.
struct Lift {
    template <typename S, typename M>
    void operator()(S& script, M& model)
    {
        convert::to_script(script, model);
    }
};

/// Copies the attributes of the script to the model, and records whether that changed anything.
struct Lower {
    bool has_changed = false;

    template <typename S, typename M>
    void operator()(S& script, M& model)
    {
        has_changed |= convert::to_model(script, model);
    }
};

} // namespace ms::script
