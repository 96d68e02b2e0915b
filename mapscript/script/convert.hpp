// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts single values between attributes of scripts and the mapfile model, in both directions.

#include "script/color.hpp"
#include "script/enums.hpp"
#include "script/geometry.hpp"
#include "script/hash_table.hpp"

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

template <typename T>
void to_script(T& script, T const& model)
{
    script = model;
}
template <typename T>
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

/// A value of the model that scripts see as another one: shown() is what they see, and set() takes
/// what they write. \return whether that changes the model
template <typename View>
concept ScriptView = requires(View view)
{
    view.set(view.shown());
};
template <typename Script, ScriptView View>
void to_script(Script& script, View view)
{
    script = view.shown();
}
template <typename Script, ScriptView View>
bool to_model(Script const& script, View view)
{
    return !(view.shown() == script) && view.set(script);
}

/// A number that is -1 in a mapfile and 0 in scripts if it is not set.
struct OrZero {
    int& model;
    [[nodiscard]] int shown() const { return std::max(model, 0); }
    bool set(int script) const { return assign(model, script == 0 ? -1 : script); }
};

/// A number that is -1 in a mapfile and 0 in scripts if it is not set; scripts cannot unset it.
struct Debug {
    int& model;
    [[nodiscard]] int shown() const { return std::max(model, 0); }
    bool set(int script) const { return assign(model, script); }
};

/// ANGLE AUTO of a style, as a flag.
struct AutoAngle {
    mapfile::AngleMode& model;
    [[nodiscard]] int shown() const
    {
        return model == mapfile::AngleMode::Auto ? MS_TRUE : MS_FALSE;
    }
    bool set(int script) const
    {
        return assign(model,
                      script != MS_FALSE ? mapfile::AngleMode::Auto : mapfile::AngleMode::Fixed);
    }
};

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

/// Inline features and tile indexes are kinds of their own to scripts.
struct Connection {
    mapfile::ConnectionType& model;
    [[nodiscard]] int shown() const { return number_of(model); }
    bool set(int script) const
    {
        bool const is_local = script == MS_INLINE || script == MS_TILED_SHAPEFILE;
        return to_model(is_local ? MS_SHAPEFILE : script, model);
    }
};

/// The folder of a map, for scripts with a slash at its end, which they may leave out.
struct Folder {
    std::filesystem::path& model;
    [[nodiscard]] Text shown() const
    {
        return model.empty() ? Text{} : Text{(model / "").string()};
    }
    bool set(Text const& script) const
    {
        std::filesystem::path const folder{script.str()};
        return assign(model, folder.has_filename() ? folder : folder.parent_path());
    }
};

/// FONTSET as a table of names and files. Fonts that a script leaves alone keep their places.
struct Fonts {
    std::vector<mapfile::FontEntry>& model;
};
void to_script(hashTableObj& script, Fonts fonts);
bool to_model(hashTableObj const& script, Fonts fonts);

} // namespace ms::script
