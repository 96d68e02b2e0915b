// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses the values of CGI parameters, with MapServer's error messages, which scripts and pages
/// match.

#include "http/parameters.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace ms::ows::cgi {

/// "routine(): Web application error. text". \throws ServiceException
[[noreturn]] void refuse(std::string_view routine, std::string_view text);

/// Refuses a parameter; the routine is msCGILoadForm. \throws ServiceException
[[noreturn]] void refuse_form(std::string_view text);

/// Numbers separated by blanks or commas, 20,000 at most.
/// \throws ServiceException naming the parameter
[[nodiscard]] std::vector<double> numbers_in(std::string_view name, std::string_view text);

/// Exactly `count` of them, separated by blanks.
/// \throws ServiceException naming the parameter
[[nodiscard]] std::vector<double> numbers_in(std::string_view name, std::string_view text,
                                             std::size_t count);

/// The last parameter of this name; nullopt if it is missing.
/// \throws ServiceException naming the parameter
[[nodiscard]] std::optional<std::vector<double>>
numbers_of(http::Parameters const& parameters, std::string_view name, std::size_t count);

/// \throws ServiceException naming the parameter
[[nodiscard]] double number_in(std::string_view name, std::string_view text);
[[nodiscard]] std::optional<double> number_of(http::Parameters const& parameters,
                                              std::string_view name);

/// "shape" where numbers are expected.
[[nodiscard]] bool is_shape_word(std::string_view text);

/// Whether mapext or mapxy is "shape": a query's page then shows the found features.
[[nodiscard]] bool asks_for_shapes(http::Parameters const& parameters);

/// Parameters that are wrong whether the mode reads them or not: id, zoomdir, tilemode, imgsize.
/// \param max_size of the map, in pixels
/// \throws ServiceException naming the parameter
void check_form(http::Parameters const& parameters, int max_size);

} // namespace ms::ows::cgi
