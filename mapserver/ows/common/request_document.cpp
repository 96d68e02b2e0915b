// SPDX-License-Identifier: MIT
#include "ows/common/request_document.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <utility>

namespace ms::ows {

bool RequestDocument::exists() const noexcept
{
    return m_request.method == http::Method::Post && trim(m_request.body).starts_with('<');
}

bool RequestDocument::is_of(std::string_view service)
{
    if (!exists()) {
        return false;
    }
    parse();
    auto const* const named = m_root ? m_root->attribute("service") : nullptr;
    return named != nullptr && equals_ignoring_case(*named, service);
}

XmlNode RequestDocument::take()
{
    parse();
    if (m_error) {
        std::rethrow_exception(m_error);
    }
    return std::move(*m_root);
}

void RequestDocument::parse()
{
    if (m_root || m_error) {
        return;
    }
    try {
        m_root = parse_xml(m_request.body);
    } catch (Error const&) {
        m_error = std::current_exception();
    }
}

} // namespace ms::ows
