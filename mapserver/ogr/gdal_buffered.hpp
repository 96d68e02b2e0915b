// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Puts BufferedFile below GDAL's drivers, and stops them.

#include "ogr/go_on.hpp"

#include <cstdint>
#include <string_view>

namespace ms::ogr {

/// Before the path of a file or folder on disk: GDAL opens it as a BufferedFile.
constexpr std::string_view buffered_prefix = "/vsimapserver/";

/// While it lives, such files of this thread cannot be read or written once `go_on` is false. Most
/// drivers do not ask whether they shall go on; but all give up when their files fail.
class InterruptibleFiles {
public:
    /// Of bytes in a file.
    enum class Order : std::uint8_t {
        Any,     ///< drivers come back to what they wrote
        Appended ///< others read what is there already, which is brought to disk soon
    };

    /// \param go_on must outlive the object; empty: they work
    /// \param order of files that are opened while it lives
    explicit InterruptibleFiles(GoOn const& go_on, Order order = Order::Any);
    ~InterruptibleFiles();
    InterruptibleFiles(InterruptibleFiles const&) = delete;
    InterruptibleFiles& operator=(InterruptibleFiles const&) = delete;

    [[nodiscard]] Order order() const noexcept { return m_order; }
    [[nodiscard]] bool is_stopped() const { return m_go_on && !m_go_on(); }
    /// Whether something could not be written, which most drivers do not notice.
    [[nodiscard]] bool has_failed() const noexcept { return m_has_failed; }
    void note_failed_write() noexcept { m_has_failed = true; }

private:
    GoOn const& m_go_on;
    Order m_order;
    InterruptibleFiles* m_before; ///< an outer one
    bool m_has_failed = false;
};

/// Makes the prefix known to GDAL. Once per process.
void set_up_buffered_files();

} // namespace ms::ogr
