// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The XML document that a request is sent as.

#include "base/xml.hpp"
#include "http/request.hpp"

#include <exception>
#include <optional>
#include <string_view>

namespace ms::ows {

/// Parses the body of a request at most once: for finding its service, and for the service.
class RequestDocument {
public:
    /// \param request must outlive the object
    explicit RequestDocument(http::Request const& request) : m_request(request) {}

    /// Whether the request is sent as XML: a POST whose body begins like it.
    [[nodiscard]] bool exists() const noexcept;
    /// Whether its root names a service ("WFS"). False for XML that cannot be read.
    [[nodiscard]] bool is_of(std::string_view service);
    /// The root; call it once. \throws Error{BadRequest} if the XML cannot be read
    [[nodiscard]] XmlNode take();

private:
    void parse();

    http::Request const& m_request;
    std::optional<XmlNode> m_root;
    std::exception_ptr m_error; ///< of parsing
};

} // namespace ms::ows
