// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Images of other servers that an SLD names.

#include "mapfile/model/symbol.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>

namespace ms::sld {

/// Fetches what an address names, of at most so many bytes; which addresses are asked is its
/// business. \throws Error{BadRequest} with the reason why not
using Fetch = std::function<std::string(std::string const& url, std::size_t max_bytes)>;

/// Those of one document: each is fetched once, and only so many are.
class RemoteImages {
public:
    /// \param fetch empty: none is fetched
    explicit RemoteImages(Fetch fetch) : m_fetch(std::move(fetch)) {}

    /// A symbol of the address's name that carries the image itself, in a data URL.
    /// \throws Error{BadRequest} for what cannot be had, is no image or one too many
    [[nodiscard]] mapfile::Symbol const& symbol(std::string const& url);

private:
    struct Result {
        mapfile::Symbol symbol;
        std::string why_not; ///< not empty: there is no image
    };
    [[nodiscard]] Result ask(std::string const& url) const;

    Fetch m_fetch;
    std::map<std::string, Result, std::less<>> m_asked;
};

} // namespace ms::sld
