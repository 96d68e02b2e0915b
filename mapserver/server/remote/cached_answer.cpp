// SPDX-License-Identifier: MIT
#include "server/remote/cached_answer.hpp"

#include <utility>

namespace ms::server {

using source::remote::Answer;

std::string key_of(source::remote::Request const& request)
{
    if (!request.body.empty()) {
        return {};
    }
    std::string key;
    for (auto const& part : {request.url, request.credentials.user, request.credentials.password,
                             request.cookie, request.proxy.host}) {
        key += std::to_string(part.size()) + ':' + part;
    }
    return key + ' ' + std::to_string(request.max_bytes);
}

CachedAnswer renewed(CachedAnswer const* stale, Answer answer, FreshnessHeaders const& headers,
                     Freshness const& freshness)
{
    CachedAnswer cached{nullptr, headers.etag, headers.last_modified,
                        std::chrono::steady_clock::now() + freshness.fresh_for};
    if (answer.status != 304 || stale == nullptr) {
        cached.answer = std::make_shared<Answer const>(std::move(answer));
        return cached;
    }
    cached.answer = stale->answer;
    cached.etag = cached.etag.empty() ? stale->etag : cached.etag;
    cached.last_modified =
        cached.last_modified.empty() ? stale->last_modified : cached.last_modified;
    return cached;
}

bool may_serve_again(CachedAnswer const& cached, Freshness const& freshness) noexcept
{
    bool const is_known =
        freshness.fresh_for.count() > 0 || !cached.etag.empty() || !cached.last_modified.empty();
    return is_known && cached.answer->status == 200 && freshness.may_be_kept;
}

} // namespace ms::server
