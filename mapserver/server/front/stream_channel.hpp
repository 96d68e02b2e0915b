// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Passes a body from the thread that makes it to the one that sends it.

#include "http/body_stream.hpp"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace ms::server {

/// Bounded: the maker waits while as much as `max_bytes` has not been taken. Thread safe.
class StreamChannel final : public http::BodyStream {
public:
    enum class State : std::uint8_t { GoesOn, Finished, Aborted };
    struct Piece {
        std::string bytes; ///< may be empty at the end
        State state = State::GoesOn;
    };

    explicit StreamChannel(std::size_t max_bytes = std::size_t{1} << 20U) : m_max_bytes(max_bytes)
    {}

    [[nodiscard]] bool has_room_within(std::chrono::milliseconds time) override;
    void write(std::string_view bytes) override;
    void finish() override;
    void abort() noexcept override;

    /// The available piece. nullopt: `wake` is called once a piece is available, from any thread.
    [[nodiscard]] std::optional<Piece> take(std::function<void()> wake);
    /// Closes the reading end: further writes report that the client is gone.
    void close();

private:
    [[nodiscard]] bool has_room() const noexcept
    {
        return m_is_closed || m_bytes.size() < m_max_bytes;
    }
    void end(State state) noexcept;
    void wake() noexcept;

    std::size_t m_max_bytes;
    std::mutex m_mutex;
    std::condition_variable m_is_writable;
    std::string m_bytes;
    State m_state = State::GoesOn;
    bool m_is_closed = false;
    std::function<void()> m_wake;
};

/// The reading end: when its last owner releases it, the channel is closed, so that no exit of a
/// connection leaves the writer waiting.
[[nodiscard]] std::shared_ptr<StreamChannel> receiving_end(std::shared_ptr<StreamChannel> channel);

} // namespace ms::server
