// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A parsed WCS request of any version.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ms::ows::wcs {

/// SUBSET of 2.0: a part of one axis.
struct Subset {
    std::string axis{};          ///< as sent
    std::string crs{};           ///< "": SUBSETTINGCRS
    std::optional<double> low{}; ///< nullopt: unbounded
    std::optional<double> high{};
    bool is_slice = false; ///< of one value: the coverage loses the axis
};

/// How many pixels an axis has in the answer; one of the values is set.
struct Scale {
    std::string axis{};                 ///< "": both
    std::optional<int> size{};          ///< pixels
    std::optional<double> resolution{}; ///< units of the CRS per pixel
    std::optional<double> factor{};     ///< of the coverage's own number
};

struct Request {
    std::string version{};   ///< as sent, then the one that answers
    std::string operation{}; ///< as sent
    std::vector<std::string> coverages{};
    bool has_coverages = false; ///< the parameter was sent, maybe empty

    // GetCapabilities
    std::string accept_versions{};
    std::optional<std::string> section{}; ///< of 1.0
    std::vector<std::string> sections{};  ///< of 1.1 and 2.0
    std::string update_sequence{};

    // GetCoverage
    std::optional<std::string> format{};
    std::optional<std::string> interpolation{};
    std::string time{};

    // GetCoverage of 1.x
    std::string crs{};                             ///< of the box
    std::string response_crs{};                    ///< of 1.0; "": that of the box
    std::optional<std::array<double, 4>> box{};    ///< in the axis order of the request
    std::array<double, 2> resolution{};            ///< RESX, RESY or GridOffsets; 0: unset
    std::array<int, 2> size{};                     ///< WIDTH, HEIGHT; 0: unset
    std::optional<std::array<double, 2>> origin{}; ///< GridOrigin of 1.1
    std::optional<std::string> bands{};            ///< values of the axis of bands of 1.0
    std::string range_subset{};                    ///< RangeSubset of 1.1

    // GetCoverage of 2.0
    std::vector<Subset> subsets{};
    std::vector<Scale> scales{};
    std::string subsetting_crs{};
    std::string output_crs{};
    bool is_multipart = false;                                  ///< with the GML of the coverage
    std::optional<std::vector<std::string>> range_items{};      ///< RANGESUBSET: "red", "1:3"
    std::vector<std::pair<std::string, std::string>> geotiff{}; ///< GEOTIFF:COMPRESSION ...
};

} // namespace ms::ows::wcs
