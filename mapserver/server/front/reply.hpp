// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The reply that the listener sends for a request.

#include "http/response.hpp"
#include "server/front/static_files.hpp"
#include "server/front/stream_channel.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace ms::server {

struct Reply {
    std::shared_ptr<http::Response const> response; ///< never null
    std::optional<FileBody> file{};                 ///< instead of the response's body
    std::shared_ptr<StreamChannel> stream{};        ///< the body that follows: a receiving end
    /// Called after a part of the body was sent, with the time when sending began; may be empty.
    std::function<void(std::chrono::steady_clock::time_point begin)> on_written{};

    [[nodiscard]] std::size_t body_size() const noexcept
    {
        return file ? file->length() : response->body.size();
    }
};

[[nodiscard]] inline Reply reply_of(http::Response response)
{
    return {std::make_shared<http::Response const>(std::move(response))};
}

} // namespace ms::server
