// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the options of OUTPUTFORMATs with DRIVER "OGR/...".

#include "ogr/document.hpp"
#include "ows/common/call.hpp"

#include <cstdint>
#include <string>

namespace ms::ows {

[[nodiscard]] bool is_vector_file(mapfile::OutputFormat const& format);

struct VectorFormat {
    enum class Form : std::uint8_t { Simple, Multipart, Zip };
    enum class Storage : std::uint8_t { Memory, Filesystem, Stream };

    mapfile::OutputFormat written; ///< with the request's values in place
    std::string driver;            ///< GDAL's name
    Form form = Form::Zip;
    Storage storage = Storage::Filesystem;
    std::string attachment; ///< file name for browsers
    std::string file_name;  ///< of GDAL's data set
    bool uses_ids = false;
    ogr::Options options;
    ogr::Options layer_options;
};

/// \throws Error{BadMapfile} if an option is invalid, ServiceException if the client's FILENAME is
[[nodiscard]] VectorFormat vector_format(Call const& call, mapfile::OutputFormat const& written);

/// \throws Error{BadMapfile} that names the format and its place
[[noreturn]] void refuse_format(Call const& call, mapfile::OutputFormat const& format,
                                std::string const& what);

} // namespace ms::ows
