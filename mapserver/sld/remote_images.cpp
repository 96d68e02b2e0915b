// SPDX-License-Identifier: MIT
#include "sld/remote_images.hpp"

#include "base/base64.hpp"
#include "base/deadline.hpp"
#include "base/error.hpp"
#include "base/string.hpp"
#include "sld/css.hpp"
#include "style/symbol_files.hpp"

#include <cstdint>
#include <span>

namespace ms::sld {

namespace {

// Otherwise a document could make a thread wait for one server per rule.
constexpr std::size_t max_requested = 8;
constexpr std::size_t max_bytes = std::size_t{1} << 20U;

} // namespace

RemoteImages::Result RemoteImages::ask(std::string const& url) const
{
    if (!m_fetch) {
        return {.symbol = {}, .why_not = "this server does not fetch images"};
    }
    try {
        auto const text = m_fetch(url, max_bytes);
        std::span const bytes{reinterpret_cast<std::uint8_t const*>(text.data()), text.size()};
        bool const is_svg = trim(text).starts_with('<'); // the Format of the SLD is often wrong
        if (is_svg) {
            static_cast<void>(style::decode_svg(bytes));
        } else {
            static_cast<void>(style::decode_pixmap(bytes));
        }
        auto const type = is_svg ? mapfile::SymbolType::Svg : mapfile::SymbolType::Pixmap;
        return {.symbol = {.name = url,
                           .type = type,
                           .image = "data:" + std::string{is_svg ? "image/svg+xml" : "image/png"} +
                                    ";base64," + to_base64(bytes)},
                .why_not = {}};
    } catch (Interrupted const&) {
        throw; // not a fault of the image
    } catch (Error const& error) {
        return {.symbol = {}, .why_not = error.what()};
    }
}

mapfile::Symbol const& RemoteImages::symbol(std::string const& url)
{
    auto found = m_asked.find(url);
    if (found == m_asked.end()) {
        if (m_asked.size() >= max_requested) {
            refuse("more than 8 images of other servers");
        }
        found = m_asked.emplace(url, ask(url)).first;
    }
    if (!found->second.why_not.empty()) {
        refuse(found->second.why_not);
    }
    return found->second.symbol;
}

} // namespace ms::sld
