// SPDX-License-Identifier: MIT
#include "ogr/load.hpp"

#include "base/error.hpp"

#include <dlfcn.h>

#include <atomic>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>

namespace ms::ogr {

namespace {

/// The folder of the program or shared object that holds this function.
std::filesystem::path own_folder()
{
    Dl_info found{};
    if (dladdr(reinterpret_cast<void const*>(&own_folder), &found) == 0 ||
        found.dli_fname == nullptr) {
        return {};
    }
    // A program is named as it was called.
    std::error_code unreadable;
    std::filesystem::path const name{found.dli_fname};
    auto const program = std::filesystem::read_symlink("/proc/self/exe", unreadable);
    bool const is_program = name.extension() != ".so";
    return (is_program && !unreadable ? program : name).parent_path();
}

/// Found once: a raster layer asks for it with every image.
std::filesystem::path const& module_path()
{
    static std::filesystem::path const path = own_folder() / MS_OGR_FILE;
    return path;
}

[[noreturn]] void refuse(std::string const& why)
{
    throw Error{ErrorKind::Source, "formats of OGR need " + std::string{MS_OGR_FILE} + ": " + why};
}

} // namespace

Module const& load_module()
{
    auto const& path = module_path();
    // Reference-counted by the loader: a loaded one costs a search of its list.
    auto* const object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (object == nullptr) {
        refuse(dlerror());
    }
    auto const function = reinterpret_cast<ModuleFunction>(dlsym(object, module_symbol));
    if (function == nullptr) {
        refuse("it is another file of this name");
    }
    auto const* const module = function();
    if (std::string_view{module->build} != MS_OGR_BUILD) {
        refuse("it belongs to another version");
    }
    return *module;
}

bool has_module() noexcept
{
    static std::atomic<bool> was_found{false}; // every map asks, for its list of formats
    try {
        std::error_code unreadable;
        if (!was_found && std::filesystem::exists(module_path(), unreadable)) {
            was_found = true;
        }
        return was_found;
    } catch (std::bad_alloc const&) {
        return false;
    }
}

} // namespace ms::ogr
