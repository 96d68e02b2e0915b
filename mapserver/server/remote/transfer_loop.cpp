// SPDX-License-Identifier: MIT
#include "server/remote/transfer_loop.hpp"

#include "base/error.hpp"
#include "base/held_signals.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>

namespace ms::server {

namespace {

using source::remote::Answer;
using source::remote::Request;
using Clock = std::chrono::steady_clock;

constexpr int max_redirections = 3;

template <typename Value>
Value info_of(CURL* curl, CURLINFO what, Value value)
{
    curl_easy_getinfo(curl, what, &value);
    return value;
}

} // namespace

TransferLoop::Multi TransferLoop::make_multi()
{
    (void)make_curl(); // initializes curl first
    return Multi{curl_multi_init()};
}

TransferLoop::TransferLoop(RemoteHosts const& hosts, std::size_t connections_of_host,
                           std::size_t cache_bytes)
    : m_hosts(hosts), m_cache(cache_bytes), m_multi(make_multi())
{
    if (!m_multi) {
        throw Error{ErrorKind::Internal, "curl cannot be initialised"};
    }
    curl_multi_setopt(m_multi.get(), CURLMOPT_MAX_HOST_CONNECTIONS,
                      static_cast<long>(connections_of_host));
    curl_multi_setopt(m_multi.get(), CURLMOPT_MAX_TOTAL_CONNECTIONS, 256L);
    curl_multi_setopt(m_multi.get(), CURLMOPT_PIPELINING, static_cast<long>(CURLPIPE_NOTHING));
    HeldSignals const held;
    m_thread = std::thread{[this] { work(); }};
}

TransferLoop::~TransferLoop()
{
    {
        std::lock_guard const lock{m_mutex};
        m_is_ending = true;
    }
    curl_multi_wakeup(m_multi.get());
    m_thread.join();
}

std::pair<std::shared_ptr<Answer const>, SharedTransfer> TransferLoop::join(Request request)
{
    auto transfer = std::make_shared<Transfer>();
    transfer->key = key_of(request);
    transfer->end = Clock::now() + request.timeout;
    transfer->request = std::move(request);
    std::lock_guard const lock{m_mutex};
    if (!transfer->key.empty()) {
        if (auto const* const cached = m_cache.find(transfer->key)) {
            if (Clock::now() < cached->fresh_until) {
                return {cached->answer, nullptr};
            }
            transfer->stale = *cached;
        }
        if (auto const running = m_running.find(transfer->key); running != m_running.end()) {
            ++running->second->waiters;
            return {nullptr, running->second};
        }
        m_running.emplace(transfer->key, transfer);
    }
    m_arrived.push_back(transfer);
    curl_multi_wakeup(m_multi.get());
    return {nullptr, transfer};
}

std::shared_ptr<Answer const> TransferLoop::wait(Transfer const& transfer, Deadline const& deadline)
{
    constexpr std::chrono::milliseconds pause{50}; // clients may go away
    constexpr std::chrono::seconds spare{2};       // after a fork the thread is missing
    std::unique_lock lock{m_mutex};
    while (!transfer.is_done) {
        m_done.wait_for(lock, pause);
        lock.unlock();
        deadline.check();
        if (Clock::now() > transfer.end + spare) {
            throw Error{ErrorKind::Source, text_of(CURLE_OPERATION_TIMEDOUT)};
        }
        lock.lock();
    }
    if (transfer.answer == nullptr) {
        throw Error{ErrorKind::Source, transfer.error};
    }
    return transfer.answer;
}

void TransferLoop::leave(SharedTransfer const& transfer)
{
    std::lock_guard const lock{m_mutex};
    if (--transfer->waiters == 0 && !transfer->is_done) {
        forget(*transfer);
        curl_multi_wakeup(m_multi.get());
    }
}

std::size_t TransferLoop::cached_bytes() const
{
    std::lock_guard const lock{m_mutex};
    return m_cache.bytes();
}

void TransferLoop::work()
{
    while (take_arrived()) {
        end_late_ones();
        int running = 0;
        curl_multi_perform(m_multi.get(), &running);
        int left = 0;
        while (auto const* const message = curl_multi_info_read(m_multi.get(), &left)) {
            if (message->msg == CURLMSG_DONE) {
                ended(message->easy_handle, message->data.result);
            }
        }
        curl_multi_poll(m_multi.get(), nullptr, 0, pause_ms(), nullptr);
    }
    for (auto const& transfer : std::exchange(m_active, {})) {
        detach(*transfer);
        fail(*transfer, "this server ends");
    }
}

/// Until the next transfer is late.
int TransferLoop::pause_ms() const
{
    constexpr int longest_ms = 1000;
    auto pause = std::chrono::milliseconds{m_active.empty() ? 60 * longest_ms : longest_ms};
    for (auto const& transfer : m_active) {
        auto const left =
            std::chrono::ceil<std::chrono::milliseconds>(transfer->end - Clock::now());
        pause = std::clamp(left, std::chrono::milliseconds{1}, pause);
    }
    return static_cast<int>(pause.count());
}

/// Adds new transfers, and drops abandoned ones. Returns false to stop.
bool TransferLoop::take_arrived()
{
    std::vector<SharedTransfer> arrived;
    std::vector<SharedTransfer> dropped;
    {
        std::lock_guard const lock{m_mutex};
        arrived.assign(m_arrived.begin(), m_arrived.end());
        m_arrived.clear();
        if (m_is_ending) {
            m_active.insert(m_active.end(), arrived.begin(), arrived.end());
            return false;
        }
        std::ranges::copy_if(m_active, std::back_inserter(dropped),
                             [](auto const& each) { return each->waiters == 0; });
    }
    for (auto const& transfer : dropped) {
        detach(*transfer);
        std::erase(m_active, transfer);
    }
    for (auto const& transfer : arrived) {
        m_active.push_back(transfer);
        begin(transfer);
    }
    return true;
}

void TransferLoop::end_late_ones()
{
    auto const now = Clock::now();
    auto const late = [&](SharedTransfer const& each) { return each->end <= now; };
    for (auto const& transfer : std::vector<SharedTransfer>{m_active}) {
        if (late(transfer)) {
            detach(*transfer);
            std::erase(m_active, transfer);
            fail(*transfer, text_of(CURLE_OPERATION_TIMEDOUT));
        }
    }
}

void TransferLoop::detach(Transfer& transfer)
{
    if (transfer.curl) {
        curl_multi_remove_handle(m_multi.get(), transfer.curl.get());
        transfer.curl.reset();
    }
}

void TransferLoop::begin(SharedTransfer const& transfer)
{
    try {
        prepare(m_hosts, *transfer);
    } catch (Error const& error) {
        std::erase(m_active, transfer);
        fail(*transfer, error.what());
        return;
    }
    curl_multi_add_handle(m_multi.get(), transfer->curl.get());
}

void TransferLoop::ended(CURL* curl, CURLcode result)
{
    auto const found =
        std::ranges::find_if(m_active, [&](auto const& each) { return each->curl.get() == curl; });
    if (found == m_active.end()) {
        return;
    }
    auto const transfer = *found;
    auto const status = info_of(curl, CURLINFO_RESPONSE_CODE, 0L);
    auto const* const type = info_of<char*>(curl, CURLINFO_CONTENT_TYPE, nullptr);
    auto const* const next = info_of<char*>(curl, CURLINFO_REDIRECT_URL, nullptr);
    Answer answer{static_cast<int>(status), type == nullptr ? "" : type, {}};
    std::string const next_url{next == nullptr ? "" : next};
    detach(*transfer);
    bool const is_overloaded = result == CURLE_OK && status >= 502 && status <= 504;
    if ((is_overloaded || may_be_retried(result)) && !transfer->was_retried &&
        !transfer->body.is_too_large) {
        transfer->was_retried = true;
        begin(transfer);
    } else if (transfer->body.is_too_large || result == CURLE_FILESIZE_EXCEEDED) {
        end(transfer, "more than " + std::to_string(transfer->request.max_bytes) + " bytes");
    } else if (result != CURLE_OK) {
        end(transfer, text_of(result));
    } else if (!next_url.empty() && status >= 300 && status < 400) {
        follow(transfer, next_url);
    } else {
        answer.body = std::move(transfer->body.text);
        finish(transfer, std::move(answer));
    }
}

void TransferLoop::follow(SharedTransfer const& transfer, std::string const& url)
{
    if (!transfer->request.body.empty() || ++transfer->redirections > max_redirections) {
        end(transfer, "it redirects too often");
    } else if (!m_hosts.is_allowed(url)) {
        end(transfer, "it redirects to a host that is not listed");
    } else {
        redirect(*transfer, url);
        begin(transfer);
    }
}

void TransferLoop::end(SharedTransfer const& transfer, std::string const& why)
{
    std::erase(m_active, transfer);
    fail(*transfer, why);
}

void TransferLoop::fail(Transfer& transfer, std::string const& why)
{
    std::lock_guard const lock{m_mutex};
    transfer.error = why;
    transfer.is_done = true;
    forget(transfer);
    m_done.notify_all();
}

void TransferLoop::finish(SharedTransfer const& transfer, Answer answer)
{
    std::erase(m_active, transfer);
    auto const freshness = freshness_of(transfer->headers, transfer->request.kept);
    std::lock_guard const lock{m_mutex};
    auto const* const stale = transfer->stale ? &*transfer->stale : nullptr;
    auto const cached = renewed(stale, std::move(answer), transfer->headers, freshness);
    if (!transfer->key.empty() && may_serve_again(cached, freshness)) {
        auto const bytes = cached.answer->body.size() + sizeof(Answer) + sizeof(CachedAnswer);
        m_cache.put(transfer->key, cached, bytes);
    }
    transfer->answer = cached.answer;
    transfer->is_done = true;
    forget(*transfer);
    m_done.notify_all();
}

/// With the mutex.
void TransferLoop::forget(Transfer const& transfer)
{
    auto const running = m_running.find(transfer.key);
    if (running != m_running.end() && running->second.get() == &transfer) {
        m_running.erase(running);
    }
}

} // namespace ms::server
