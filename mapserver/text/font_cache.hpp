// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Caches the fonts of a process, each file read once.

#include "text/size_cache.hpp"

#include <map>
#include <mutex>

namespace ms::text {

/// Safe from all threads. Fonts stay loaded: a mapfile names a handful.
class FontCache {
public:
    /// \throws Error{Source} when the file is missing or no font
    [[nodiscard]] std::shared_ptr<Font const> open(std::filesystem::path const& path);
    /// A sans serif font of the system, for labels without FONT.
    /// \throws Error{Source} if the system has none
    [[nodiscard]] std::shared_ptr<Font const> default_font();
    /// Sizes of texts in these fonts.
    [[nodiscard]] SizeCache& sizes() noexcept { return m_sizes; }

private:
    std::mutex m_mutex;
    std::map<std::filesystem::path, std::shared_ptr<Font const>> m_fonts;
    std::filesystem::path m_default_path; ///< found once
    SizeCache m_sizes;
};

} // namespace ms::text
