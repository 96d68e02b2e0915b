// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Applies SLD and SLD_BODY of a request to a copy of the map.

#include "ows/common/call.hpp"

#include <optional>
#include <string_view>

namespace ms::ows::wms {

/// Whether clients may send styles: wms_sld_enabled is "true" or not set.
[[nodiscard]] bool is_sld_enabled(mapfile::Map const& map);

/// A call with the map and the parameters that an SLD produces.
class StyledCall {
public:
    /// \param is_fetched whether other servers had a part in it
    StyledCall(Call const& call, std::shared_ptr<mapfile::Map const> map, http::Request request,
               bool is_fetched);
    /// Refers to this object.
    [[nodiscard]] Call call() const;

private:
    Call const& m_call;
    std::shared_ptr<mapfile::Map const> m_map;
    http::Request m_request;
    bool m_is_fetched;
};

/// The call that replaces a request with an SLD; nullopt if the request has no SLD or
/// wms_sld_enabled is not "true". Without LAYERS the layers are those the SLD names, and STYLES
/// need not be given.
/// \throws Error{BadRequest} for an invalid SLD, and for an SLD that cannot be fetched
[[nodiscard]] std::optional<StyledCall> with_sld(Call const& call, std::string_view operation);

} // namespace ms::ows::wms
