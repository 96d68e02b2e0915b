// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Loads a mapfile as an immutable map.

#include "base/log.hpp"
#include "mapfile/model/map.hpp"
#include "mapfile/problem.hpp"

#include <memory>

namespace ms::mapfile {

struct LoadOptions {
    /// Spellings that MapServer 8 rejects (LAYER OPACITY, CLASS COLOR ...) are errors, not
    /// warnings.
    bool strict = false;
    /// Whether other files are read: INCLUDE, SYMBOLSET, FONTSET.
    bool reads_files = true;
    /// POSIX extended regular expression, found anywhere in the path of the mapfile, with its case
    /// as in MapServer (MS_MAPFILE_PATTERN, there `\.map$`). Empty: any path.
    std::string path_pattern;
};

struct Loaded {
    std::shared_ptr<Map const> map; ///< null when there are errors
    std::vector<Problem> problems;  ///< in file order as far as known
    bool is_mapfile = true;         ///< whether the file begins with MAP
    /// All that were read, or would have been if they were readable.
    std::vector<std::filesystem::path> files;

    /// \throws Error{BadMapfile} with all errors, one a line: "file:line:column: message";
    /// WrongFile
    [[noreturn]] void throw_errors() const;
};

/// Reads a mapfile with everything it refers to by INCLUDE, SYMBOLSET and FONTSET. Errors that only
/// affect a layer when it is drawn (an expression, a missing symbol) are left to check(). Never
/// throws for the files' contents: every error of the mapfile is in the result.
[[nodiscard]] Loaded load_file(std::filesystem::path const& path, LoadOptions const& options = {});

/// \param directory relative paths in the text start here
[[nodiscard]] Loaded load_text(std::string_view text, std::filesystem::path const& directory,
                               LoadOptions const& options = {});

/// As load_file(). Warnings go to the log at LogLevel::Notice.
/// \param log may be null
/// \throws as Loaded::throw_errors(); Error{NotFound} if the file does not exist
[[nodiscard]] std::shared_ptr<Map const> load_or_throw(std::filesystem::path const& path,
                                                       LoadOptions const& options = {},
                                                       Log* log = nullptr);

} // namespace ms::mapfile
