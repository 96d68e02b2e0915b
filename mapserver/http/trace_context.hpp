// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses the traceparent header (W3C Trace Context, https://www.w3.org/TR/trace-context/).

#include <optional>
#include <string>
#include <string_view>

namespace ms::http {

/// The trace that a request belongs to, and the caller's span in it; lower-case hexadecimal.
struct TraceParent {
    std::string trace_id;  ///< 32 digits
    std::string parent_id; ///< 16 digits
    bool is_sampled = false;
    friend bool operator==(TraceParent const&, TraceParent const&) = default;
};

/// nullopt for a header that violates the standard's grammar: it must be ignored.
[[nodiscard]] std::optional<TraceParent> parse_trace_parent(std::string_view header);

} // namespace ms::http
