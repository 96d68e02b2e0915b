// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Builds exceptions with MapServer's wording.

#include "ows/common/located_exception.hpp"

namespace ms::ows::wms {

/// An error whose text begins as MapServer's does.
class WmsException : public ServiceException {
public:
    /// \param code of the standard, a literal
    /// \param routine with parentheses where MapServer writes them
    WmsException(std::string_view code, std::string_view routine, std::string_view text,
                 std::source_location where = std::source_location::current())
        : ServiceException(code, server_error(routine, "WMS", text), ErrorKind::BadRequest, where)
    {}
};

/// The routines that MapServer's most frequent messages name.
inline constexpr std::string_view in_dispatch = "msWMSDispatch()";
inline constexpr std::string_view in_map_parameters = "msWMSLoadGetMapParams()";
inline constexpr std::string_view in_feature_info = "msWMSFeatureInfo()";
inline constexpr std::string_view in_time = "msWMSApplyTime";

} // namespace ms::ows::wms
