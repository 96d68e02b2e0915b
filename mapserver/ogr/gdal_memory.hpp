// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A folder in GDAL's memory file system, for the output of its drivers.

#include "ogr/document.hpp"

#include <string>

namespace ms::ogr {

/// Goes with this object, with all that is in it. No other has its name at the same time.
class MemoryFolder {
public:
    /// \throws Error{Internal}
    MemoryFolder();
    ~MemoryFolder();
    MemoryFolder(MemoryFolder const&) = delete;
    MemoryFolder& operator=(MemoryFolder const&) = delete;

    [[nodiscard]] std::string path_of(std::string const& name) const { return m_path + '/' + name; }
    /// Those in folders of it as well, which drivers make that write a file for each layer.
    /// They leave the folder.
    [[nodiscard]] Files take_files();

private:
    std::string m_path;
};

/// Collects GDAL's messages on this thread during its lifetime, instead of printing them to stderr.
class Complaints {
public:
    Complaints();
    ~Complaints();
    Complaints(Complaints const&) = delete;
    Complaints& operator=(Complaints const&) = delete;

    /// The last one, without the names of the memory folder; "" if there was none.
    [[nodiscard]] std::string last() const;

private:
    std::string m_last;
};

} // namespace ms::ogr
