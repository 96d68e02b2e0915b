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

namespace ms::ogr {

namespace {

constexpr std::string_view root = "/vsimem/mapserver-ogr-";

struct FreeList {
    void operator()(char** list) const noexcept { CSLDestroy(list); }
};

std::vector<std::uint8_t> content_of(std::string const& path)
{
    vsi_l_offset size = 0;
    auto const* const bytes = VSIGetMemFileBuffer(path.c_str(), &size, FALSE);
    if (bytes == nullptr) {
        return {};
    }
    return {bytes, bytes + size};
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

Files MemoryFolder::files() const
{
    Files files;
    std::unique_ptr<char*, FreeList> const names{VSIReadDirRecursive(m_path.c_str())};
    for (auto const* const* name = names.get(); name != nullptr && *name != nullptr; ++name) {
        std::string const path{*name};
        if (!path.ends_with('/')) {
            files.push_back({path.substr(path.rfind('/') + 1), content_of(path_of(path))});
        }
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
