// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A folder of a fuzzer's process, for readers of files.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace ms::fuzz {

/// In a memory file system if there is one; removed at the end.
class OwnFolder {
public:
    OwnFolder()
    {
        std::string pattern = std::filesystem::exists("/dev/shm") ? "/dev/shm" : "/tmp";
        pattern += "/fuzz_XXXXXX";
        if (::mkdtemp(pattern.data()) == nullptr) {
            std::abort();
        }
        m_path = pattern;
    }
    ~OwnFolder() { std::filesystem::remove_all(m_path); }
    OwnFolder(OwnFolder const&) = delete;
    OwnFolder& operator=(OwnFolder const&) = delete;

    [[nodiscard]] std::filesystem::path const& path() const noexcept { return m_path; }

    /// Writes a file. \returns its path
    [[nodiscard]] std::filesystem::path put(std::string_view name, std::string_view content) const
    {
        auto const path = m_path / name;
        std::ofstream{path, std::ios::binary}.write(content.data(),
                                                    static_cast<std::streamsize>(content.size()));
        return path;
    }

private:
    std::filesystem::path m_path;
};

} // namespace ms::fuzz
