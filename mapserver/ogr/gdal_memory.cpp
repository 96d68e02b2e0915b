// SPDX-License-Identifier: MIT
#include "ogr/gdal_memory.hpp"

#include "base/error.hpp"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_string.h>
#include <cpl_vsi.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ms::ogr {

namespace {

constexpr std::string_view root = "/vsimem/mapserver-ogr-";

struct FreeList {
    void operator()(char** list) const noexcept { CSLDestroy(list); }
};

struct FreeBytes {
    void operator()(GByte* bytes) const noexcept { VSIFree(bytes); }
};

std::vector<std::uint8_t> take_content(std::string const& path)
{
    vsi_l_offset size = 0;
    std::unique_ptr<GByte, FreeBytes> const bytes{VSIGetMemFileBuffer(path.c_str(), &size, TRUE)};
    if (bytes == nullptr) {
        return {};
    }
    return {bytes.get(), bytes.get() + size};
}

/// Of all files below a folder, the folder's own name left out.
std::vector<std::string> names_in(std::string const& folder)
{
    std::unique_ptr<char*, FreeList> const list{VSIReadDirRecursive(folder.c_str())};
    std::vector<std::string> names;
    for (auto const* const* name = list.get(); name != nullptr && *name != nullptr; ++name) {
        if (std::string path{*name}; !path.ends_with('/')) {
            names.push_back(std::move(path));
        }
    }
    return names;
}

void CPL_STDCALL note(CPLErr /*level*/, CPLErrorNum /*number*/, char const* message)
{
    *static_cast<std::string*>(CPLGetErrorHandlerUserData()) = message;
}

} // namespace

MemoryFolder::MemoryFolder()
    : m_path(std::string{root} + std::to_string(reinterpret_cast<std::uintptr_t>(this)))
{
    if (VSIMkdir(m_path.c_str(), 0700) != 0) {
        throw Error{ErrorKind::Internal, "GDAL makes no folder in memory"};
    }
}

MemoryFolder::~MemoryFolder()
{
    VSIRmdirRecursive(m_path.c_str());
}

Files MemoryFolder::take_files()
{
    Files files;
    for (auto const& path : names_in(m_path)) {
        files.push_back({path.substr(path.rfind('/') + 1), take_content(path_of(path))});
    }
    std::ranges::sort(files, {}, &File::name);
    return files;
}

Complaints::Complaints()
{
    CPLPushErrorHandlerEx(&note, &m_last);
}

Complaints::~Complaints()
{
    CPLPopErrorHandler();
}

std::string Complaints::last() const
{
    auto text = m_last;
    for (auto at = text.find(root); at != std::string::npos; at = text.find(root, at)) {
        auto const end = text.find_first_not_of("0123456789", at + root.size());
        text.erase(at, end == std::string::npos ? end : end + (text[end] == '/' ? 1 : 0) - at);
    }
    return text;
}

} // namespace ms::ogr
