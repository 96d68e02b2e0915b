// SPDX-License-Identifier: MIT
#include "text/font_cache.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"

#include <fontconfig/fontconfig.h>

namespace ms::text {

namespace {

using Config = Handle<FcConfig, FcConfigDestroy>;
using Pattern = Handle<FcPattern, FcPatternDestroy>;

std::filesystem::path find_sans()
{
    Config const config{FcInitLoadConfigAndFonts()};
    // MapServer ships DejaVu Sans Condensed for labels without FONT.
    Pattern const requested{
        FcNameParse(reinterpret_cast<FcChar8 const*>("DejaVu Sans Condensed,sans:scalable=true"))};
    if (!config || !requested) {
        return {};
    }
    FcConfigSubstitute(config.get(), requested.get(), FcMatchPattern);
    FcDefaultSubstitute(requested.get());
    FcResult result = FcResultNoMatch;
    Pattern const found{FcFontMatch(config.get(), requested.get(), &result)};
    FcChar8* file = nullptr;
    if (!found || FcPatternGetString(found.get(), FC_FILE, 0, &file) != FcResultMatch) {
        return {};
    }
    return reinterpret_cast<char const*>(file);
}

} // namespace

std::shared_ptr<Font const> FontCache::open(std::filesystem::path const& path)
{
    std::scoped_lock const lock{m_mutex};
    auto& font = m_fonts[path];
    if (!font) {
        try {
            font = std::make_shared<Font const>(path);
        } catch (...) {
            m_fonts.erase(path);
            throw;
        }
    }
    return font;
}

std::shared_ptr<Font const> FontCache::default_font()
{
    {
        std::scoped_lock const lock{m_mutex};
        if (m_default_path.empty()) {
            m_default_path = find_sans();
        }
    }
    if (m_default_path.empty()) {
        throw Error{ErrorKind::Source, "no scalable sans serif font is installed"};
    }
    return open(m_default_path);
}

} // namespace ms::text
