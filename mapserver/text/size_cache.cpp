// SPDX-License-Identifier: MIT
#include "text/size_cache.hpp"

namespace ms::text {

namespace {

constexpr std::size_t longest = 256;      // bytes; longer ones are rare
constexpr std::size_t max_boxes = 32'768; // some 5 MB

template <typename Value>
void append_bytes(std::string& key, Value const& value)
{
    // Fonts count by their addresses: the cache of fonts keeps them where they are.
    key.append(reinterpret_cast<char const*>(&value),
               sizeof(Value)); // NOLINT(bugprone-sizeof-expression)
}

std::string key_of(std::string_view utf8, Setting const& setting)
{
    std::string key;
    append_bytes(key, setting.fonts.size());
    for (auto const& font : setting.fonts) {
        append_bytes(key, font.get());
    }
    append_bytes(key, setting.size_px);
    append_bytes(key, setting.line_height);
    append_bytes(key, setting.align);
    key.append(utf8);
    return key;
}

} // namespace

geometry::Box SizeCache::box_of(std::string_view utf8, Setting const& setting)
{
    if (utf8.size() > longest) {
        return lay_out(utf8, setting).box;
    }
    auto key = key_of(utf8, setting);
    {
        std::scoped_lock const lock{m_mutex};
        if (auto const known = m_boxes.find(key); known != m_boxes.end()) {
            return known->second;
        }
    }
    auto const box = lay_out(utf8, setting).box;
    std::scoped_lock const lock{m_mutex};
    if (m_boxes.size() >= max_boxes) {
        m_boxes.clear();
    }
    m_boxes.try_emplace(std::move(key), box);
    return box;
}

} // namespace ms::text
