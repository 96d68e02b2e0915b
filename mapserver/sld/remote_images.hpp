// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Fetches images of other servers that an SLD names.

#include "mapfile/model/symbol.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>

namespace ms::sld {

/// Fetches a URL, at most `max_bytes`; decides which URLs are allowed.
/// \throws Error{BadRequest} with the reason
using Fetch = std::function<std::string(std::string const& url, std::size_t max_bytes)>;

/// Those of one document: each is fetched once, and only so many are.
class RemoteImages {
public:
    /// \param fetch empty: fetching is disabled
    explicit RemoteImages(Fetch fetch) : m_fetch(std::move(fetch)) {}

    /// A symbol named like the URL that contains the image itself, in a data URL.
    /// \throws Error{BadRequest} if it cannot be fetched, is not an image or is one too many
    [[nodiscard]] mapfile::Symbol const& symbol(std::string const& url);

private:
    struct Result {
        mapfile::Symbol symbol;
        std::string why_not; ///< error message; empty: success
    };
    [[nodiscard]] Result ask(std::string const& url) const;

    Fetch m_fetch;
    std::map<std::string, Result, std::less<>> m_asked;
};

} // namespace ms::sld
