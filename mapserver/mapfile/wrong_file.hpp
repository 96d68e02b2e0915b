// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The error of a file that is not of the expected kind, or cannot be read as that.

#include "base/error.hpp"

#include <string>
#include <string_view>

namespace ms::mapfile {

/// Message for files that do not begin with the keyword of their kind; it quotes nothing of the
/// file.
inline constexpr std::string_view not_a_mapfile =
    "Unknown identifier. First token must be MAP, this doesn't look like a mapfile.";
inline constexpr std::string_view not_a_config_file =
    "Unknown identifier. First token must be CONFIG, this doesn't look like a mapserver config "
    "file.";

/// Reported to the user who named the wrong file, even where messages of mapfiles are only logged.
class WrongFile : public Error {
public:
    /// \param message with the place \param plain one of the texts above, or another that quotes no
    /// values of the file
    WrongFile(std::string const& message, std::string_view plain)
        : Error{ErrorKind::BadMapfile, message}, m_plain(plain)
    {}

    /// The public part of the message.
    [[nodiscard]] std::string_view plain() const noexcept { return m_plain; }

private:
    std::string m_plain;
};

} // namespace ms::mapfile
