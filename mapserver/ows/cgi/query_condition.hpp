// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The condition that the parameters qstring and qitem put on a layer.

#include "expr/expression.hpp"
#include "mapfile/model/layer.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::cgi {

/// qstring as EXPRESSION and FILTER would read it, compared with the attribute qitem.
/// \throws ServiceException if it is missing, unreadable, or not allowed by a VALIDATION of the
/// layer or of WEB
[[nodiscard]] expr::Expression condition_from(Call const& call, mapfile::Layer const& layer);

} // namespace ms::ows::cgi
