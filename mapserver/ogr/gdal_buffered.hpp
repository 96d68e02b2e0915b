// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Puts BufferedFile below GDAL's drivers, and stops them.

#include "ogr/go_on.hpp"

#include <string_view>

namespace ms::ogr {

/// Before the path of a file or folder on disk: GDAL opens it as a BufferedFile.
constexpr std::string_view buffered_prefix = "/vsimapserver/";

/// While it lives, such files of this thread cannot be read or written once `go_on` is false. Most
/// drivers do not ask whether they shall go on; but all give up when their files fail.
class InterruptibleFiles {
public:
    /// \param go_on must outlive the object; empty: they work
    explicit InterruptibleFiles(GoOn const& go_on);
    ~InterruptibleFiles();
    InterruptibleFiles(InterruptibleFiles const&) = delete;
    InterruptibleFiles& operator=(InterruptibleFiles const&) = delete;

private:
    GoOn const* m_before; ///< of an outer one
};

/// Makes the prefix known to GDAL. Once per process.
void set_up_buffered_files();

} // namespace ms::ogr
