// SPDX-License-Identifier: MIT
#include "server/front/stream_channel.hpp"

#include "base/deadline.hpp"
#include "server/front/worker_pool.hpp"

#include <utility>

namespace ms::server {

void StreamChannel::wake() noexcept
{
    if (auto const waiting = std::exchange(m_wake, nullptr)) {
        waiting();
    }
}

bool StreamChannel::has_room_within(std::chrono::milliseconds time)
{
    std::unique_lock lock{m_mutex};
    if (has_room()) {
        return true;
    }
    WorkerPool::Pause const pause; // another thread may use the processor meanwhile
    return m_is_writable.wait_for(lock, time, [this] { return has_room(); });
}

void StreamChannel::write(std::string_view bytes)
{
    std::unique_lock lock{m_mutex};
    if (!has_room()) {
        WorkerPool::Pause const pause;
        m_is_writable.wait(lock, [this] { return has_room(); });
    }
    if (m_is_closed) {
        throw Abandoned{};
    }
    m_bytes += bytes;
    wake();
}

void StreamChannel::end(State state) noexcept
{
    std::scoped_lock const lock{m_mutex};
    m_state = state;
    wake();
}

void StreamChannel::finish()
{
    end(State::Finished);
}

void StreamChannel::abort() noexcept
{
    end(State::Aborted);
}

std::optional<StreamChannel::Piece> StreamChannel::take(std::function<void()> wake)
{
    std::scoped_lock const lock{m_mutex};
    if (m_bytes.empty() && m_state == State::GoesOn) {
        m_wake = std::move(wake);
        return std::nullopt;
    }
    Piece piece{.bytes = std::exchange(m_bytes, {}), .state = m_state};
    m_is_writable.notify_one();
    return piece;
}

void StreamChannel::close()
{
    std::scoped_lock const lock{m_mutex};
    m_is_closed = true;
    m_wake = nullptr;
    m_is_writable.notify_one();
}

std::shared_ptr<StreamChannel> receiving_end(std::shared_ptr<StreamChannel> channel)
{
    auto& taken = *channel;
    return {&taken, [held = std::move(channel)](StreamChannel*) { held->close(); }};
}

} // namespace ms::server
