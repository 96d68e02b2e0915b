// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes a file beside its place, so that others see it whole or not at all.

#include "base/descriptor.hpp"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace ms::store {

/// A file without its name until finish(); what was written is removed otherwise.
class NewFile {
public:
    /// Not open if it cannot be made; errno says why.
    explicit NewFile(std::filesystem::path const& place);
    ~NewFile();
    NewFile(NewFile const&) = delete;
    NewFile& operator=(NewFile const&) = delete;

    [[nodiscard]] bool is_open() const noexcept { return m_file.is_open(); }
    /// \throws Error{Source}
    void write(std::span<std::uint8_t const> bytes);
    /// Replaces what is there. \throws Error{Source}
    void finish(std::filesystem::path const& place);
    /// Leaves what is there. \throws Error{Source}
    void finish_unless_there(std::filesystem::path const& place);

private:
    std::string m_part;
    Descriptor m_file;
};

} // namespace ms::store
