// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Streams bodies while they are made.

#include "http/response.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string_view>

namespace ms::http {

/// A body on its way to one client. Used by the thread that makes it.
class BodyStream {
public:
    BodyStream() = default;
    virtual ~BodyStream() = default;
    BodyStream(BodyStream const&) = delete;
    BodyStream& operator=(BodyStream const&) = delete;

    /// Whether write() would not wait for the client now, or soon. A stream that cannot know says
    /// so.
    [[nodiscard]] virtual bool has_room_within(std::chrono::milliseconds /*time*/) { return true; }
    /// Waits while the client takes its time. \throws Abandoned when it has gone, or takes too much
    virtual void write(std::string_view bytes) = 0;
    /// That was all.
    virtual void finish() = 0;
    /// Called after an error: the client must not take the incomplete body for a complete one.
    virtual void abort() noexcept = 0;
};

/// Sends a response whose body follows; its present body is the beginning.
using OpenStream = std::function<std::shared_ptr<BodyStream>(Response head)>;

} // namespace ms::http
