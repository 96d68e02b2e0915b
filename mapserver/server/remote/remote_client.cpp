// SPDX-License-Identifier: MIT
#include "server/remote/remote_client.hpp"

#include "base/error.hpp"
#include "base/lru_cache.hpp"
#include "base/string.hpp"
#include "server/remote/curl_handle.hpp"
#include "server/remote/http_freshness.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace ms::server {

namespace {

using source::remote::Answer;
using source::remote::Authentication;
using source::remote::Credentials;
using source::remote::Request;
using Clock = std::chrono::steady_clock;
using Multi = Handle<CURLM, curl_multi_cleanup>;
using HeaderList = Handle<curl_slist, curl_slist_free_all>;

constexpr int max_redirections = 3;

/// A cached answer, with the validators of its server.
struct CachedAnswer {
    std::shared_ptr<Answer const> answer;
    std::string etag;
    std::string last_modified;
    Clock::time_point fresh_until;
};

/// One request. What is above the line belongs to the loop's thread, the rest to its mutex.
struct Transfer {
    Request request;
    Clock::time_point end;
    std::optional<CachedAnswer> stale; ///< revalidated
    CurlHandle curl;
    HeaderList sent_headers;
    FreshnessHeaders headers;
    std::string body;
    bool is_too_large = false;
    bool was_retried = false;
    int redirections = 0;

    std::string key; ///< empty: neither shared nor cached
    std::size_t waiters = 1;
    bool is_done = false;
    std::shared_ptr<Answer const> answer; ///< null: it failed
    std::string error;
};

using SharedTransfer = std::shared_ptr<Transfer>;

/// All that an answer may depend on. In memory only.
std::string key_of(Request const& request)
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

/// Scheme, host and port.
std::string origin_of(std::string_view url)
{
    auto const scheme = url.find("://");
    auto const start = scheme == std::string_view::npos ? 0 : scheme + 3;
    return to_lower(url.substr(0, url.find_first_of("/?#", start)));
}

long mask_of(Authentication kind)
{
    constexpr std::array<unsigned long, 5> masks{CURLAUTH_BASIC, CURLAUTH_DIGEST, CURLAUTH_NTLM,
                                                 CURLAUTH_ANY, CURLAUTH_ANYSAFE};
    return static_cast<long>(masks[static_cast<std::size_t>(kind)]);
}

std::size_t take_body(char const* bytes, std::size_t, std::size_t count, void* out)
{
    auto& transfer = *static_cast<Transfer*>(out);
    if (transfer.body.size() + count > transfer.request.max_bytes) {
        transfer.is_too_large = true;
        return 0; // ends the transfer
    }
    transfer.body.append(bytes, count);
    return count;
}

std::size_t take_header(char const* bytes, std::size_t, std::size_t count, void* out)
{
    static_cast<Transfer*>(out)->headers.add(trim(std::string_view{bytes, count}));
    return count;
}

void set_header(Transfer& transfer, std::string const& line)
{
    auto* const longer = curl_slist_append(transfer.sent_headers.get(), line.c_str());
    if (longer != nullptr) {
        (void)transfer.sent_headers.release();
        transfer.sent_headers.reset(longer);
    }
}

void set_credentials(CURL* curl, Credentials const& credentials, bool is_proxy)
{
    if (credentials.user.empty()) {
        return;
    }
    set_option(curl, is_proxy ? CURLOPT_PROXYUSERNAME : CURLOPT_USERNAME, credentials.user.c_str());
    set_option(curl, is_proxy ? CURLOPT_PROXYPASSWORD : CURLOPT_PASSWORD,
               credentials.password.c_str());
    set_option(curl, is_proxy ? CURLOPT_PROXYAUTH : CURLOPT_HTTPAUTH, mask_of(credentials.kind));
}

void set_proxy(CURL* curl, source::remote::Proxy const& proxy)
{
    if (proxy.host.empty()) {
        return;
    }
    set_option(curl, CURLOPT_PROXY, proxy.host.c_str());
    set_option(curl, CURLOPT_PROXYTYPE,
               static_cast<long>(proxy.is_socks ? CURLPROXY_SOCKS5 : CURLPROXY_HTTP));
    if (proxy.port > 0) {
        set_option(curl, CURLOPT_PROXYPORT, static_cast<long>(proxy.port));
    }
    set_credentials(curl, proxy.credentials, true);
}

void set_headers(Transfer& transfer)
{
    transfer.sent_headers.reset();
    if (transfer.stale && !transfer.stale->etag.empty()) {
        set_header(transfer, "If-None-Match: " + transfer.stale->etag);
    } else if (transfer.stale && !transfer.stale->last_modified.empty()) {
        set_header(transfer, "If-Modified-Since: " + transfer.stale->last_modified);
    }
    if (!transfer.request.body.empty()) {
        set_header(transfer, "Content-Type: " + transfer.request.body_type);
        set_header(transfer, "Expect:");
    }
    set_option(transfer.curl.get(), CURLOPT_HTTPHEADER, transfer.sent_headers.get());
}

void prepare(RemoteFiles const& hosts, Transfer& transfer)
{
    auto const& request = transfer.request;
    transfer.curl = make_curl();
    transfer.headers = {};
    transfer.body.clear();
    auto* const curl = transfer.curl.get();
    restrict_to(hosts, curl);
    set_option(curl, CURLOPT_URL, request.url.c_str());
    set_option(curl, CURLOPT_PRIVATE, &transfer);
    set_option(curl, CURLOPT_USERAGENT, "mapserver-pg");
    set_option(curl, CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
    set_option(curl, CURLOPT_CONNECTTIMEOUT, 10L);
    set_option(curl, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(request.max_bytes));
    set_option(curl, CURLOPT_WRITEFUNCTION, take_body);
    set_option(curl, CURLOPT_WRITEDATA, &transfer);
    set_option(curl, CURLOPT_HEADERFUNCTION, take_header);
    set_option(curl, CURLOPT_HEADERDATA, &transfer);
    if (!request.cookie.empty()) {
        set_option(curl, CURLOPT_COOKIE, request.cookie.c_str());
    }
    if (!request.body.empty()) {
        set_option(curl, CURLOPT_POST, 1L);
        set_option(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
        set_option(curl, CURLOPT_POSTFIELDS, request.body.c_str());
    }
    set_credentials(curl, request.credentials, false);
    set_proxy(curl, request.proxy);
    set_headers(transfer);
}

bool may_be_retried(CURLcode result)
{
    return result == CURLE_COULDNT_CONNECT || result == CURLE_GOT_NOTHING ||
           result == CURLE_RECV_ERROR || result == CURLE_SEND_ERROR;
}

/// Without addresses, which may hold tokens.
std::string text_of(CURLcode result)
{
    switch (result) {
    case CURLE_OPERATION_TIMEDOUT:
        return "no answer in time";
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
        return "the name of its host is unknown";
    case CURLE_COULDNT_CONNECT:
        return "no connection, or its host has an address that is not listed";
    default:
        return curl_easy_strerror(result);
    }
}

Multi make_multi()
{
    (void)make_curl(); // what curl demands of a process comes first
    return Multi{curl_multi_init()};
}

template <typename Value>
Value info_of(CURL* curl, CURLINFO what, Value value)
{
    curl_easy_getinfo(curl, what, &value);
    return value;
}

} // namespace

/// The thread, and what it shares with those who wait.
class RemoteClient::Loop {
public:
    Loop(RemoteFiles const& hosts, Limits const& limits)
        : m_hosts(hosts), m_cache(limits.cache_bytes), m_multi(make_multi())
    {
        if (!m_multi) {
            throw Error{ErrorKind::Internal, "curl cannot be initialised"};
        }
        curl_multi_setopt(m_multi.get(), CURLMOPT_MAX_HOST_CONNECTIONS,
                          static_cast<long>(limits.connections_of_host));
        curl_multi_setopt(m_multi.get(), CURLMOPT_MAX_TOTAL_CONNECTIONS, 256L);
        curl_multi_setopt(m_multi.get(), CURLMOPT_PIPELINING, static_cast<long>(CURLPIPE_NOTHING));
        m_thread = std::thread{[this] { work(); }};
    }
    ~Loop()
    {
        {
            std::lock_guard const lock{m_mutex};
            m_is_ending = true;
        }
        curl_multi_wakeup(m_multi.get());
        m_thread.join();
    }
    Loop(Loop const&) = delete;
    Loop& operator=(Loop const&) = delete;

    /// An answer that is fresh, or a transfer that brings one.
    std::pair<std::shared_ptr<Answer const>, SharedTransfer> join(Request request)
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

    std::shared_ptr<Answer const> wait(Transfer const& transfer, Deadline const& deadline)
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

    void leave(SharedTransfer const& transfer)
    {
        std::lock_guard const lock{m_mutex};
        if (--transfer->waiters == 0 && !transfer->is_done) {
            forget(*transfer);
            curl_multi_wakeup(m_multi.get());
        }
    }

    [[nodiscard]] std::size_t cached_bytes() const
    {
        std::lock_guard const lock{m_mutex};
        return m_cache.bytes();
    }

private:
    void work()
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
    [[nodiscard]] int pause_ms() const
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
    bool take_arrived()
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

    void end_late_ones()
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

    void detach(Transfer& transfer)
    {
        if (transfer.curl) {
            curl_multi_remove_handle(m_multi.get(), transfer.curl.get());
            transfer.curl.reset();
        }
    }

    void begin(SharedTransfer const& transfer)
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

    void ended(CURL* curl, CURLcode result)
    {
        auto const found = std::ranges::find_if(
            m_active, [&](auto const& each) { return each->curl.get() == curl; });
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
            !transfer->is_too_large) {
            transfer->was_retried = true;
            begin(transfer);
        } else if (transfer->is_too_large || result == CURLE_FILESIZE_EXCEEDED) {
            end(transfer, "more than " + std::to_string(transfer->request.max_bytes) + " bytes");
        } else if (result != CURLE_OK) {
            end(transfer, text_of(result));
        } else if (!next_url.empty() && status >= 300 && status < 400) {
            redirect(transfer, next_url);
        } else {
            answer.body = std::move(transfer->body);
            finish(transfer, std::move(answer));
        }
    }

    void redirect(SharedTransfer const& transfer, std::string const& url)
    {
        auto& request = transfer->request;
        if (!request.body.empty() || ++transfer->redirections > max_redirections) {
            end(transfer, "it redirects too often");
        } else if (!m_hosts.is_allowed(url)) {
            end(transfer, "it redirects to a host that is not listed");
        } else {
            if (origin_of(url) != origin_of(request.url)) {
                request.credentials = {};
                request.cookie.clear();
            }
            request.url = url;
            begin(transfer);
        }
    }

    void end(SharedTransfer const& transfer, std::string const& why)
    {
        std::erase(m_active, transfer);
        fail(*transfer, why);
    }

    void fail(Transfer& transfer, std::string const& why)
    {
        std::lock_guard const lock{m_mutex};
        transfer.error = why;
        transfer.is_done = true;
        forget(transfer);
        m_done.notify_all();
    }

    void finish(SharedTransfer const& transfer, Answer answer)
    {
        std::erase(m_active, transfer);
        auto const freshness = freshness_of(transfer->headers, transfer->request.kept);
        std::lock_guard const lock{m_mutex};
        auto const& headers = transfer->headers;
        CachedAnswer cached{nullptr, headers.etag, headers.last_modified,
                            Clock::now() + freshness.fresh_for};
        bool const is_unchanged = answer.status == 304 && transfer->stale;
        if (is_unchanged) {
            cached.answer = transfer->stale->answer;
            cached.etag = cached.etag.empty() ? transfer->stale->etag : cached.etag;
            cached.last_modified = cached.last_modified.empty() ? transfer->stale->last_modified
                                                                : cached.last_modified;
        } else {
            cached.answer = std::make_shared<Answer const>(std::move(answer));
        }
        bool const may_serve_again = freshness.fresh_for.count() > 0 || !cached.etag.empty() ||
                                     !cached.last_modified.empty();
        if (!transfer->key.empty() && cached.answer->status == 200 && freshness.may_be_kept &&
            may_serve_again) {
            auto const bytes = cached.answer->body.size() + sizeof(Answer) + sizeof(CachedAnswer);
            m_cache.put(transfer->key, cached, bytes);
        }
        transfer->answer = cached.answer;
        transfer->is_done = true;
        forget(*transfer);
        m_done.notify_all();
    }

    /// With the mutex.
    void forget(Transfer const& transfer)
    {
        auto const running = m_running.find(transfer.key);
        if (running != m_running.end() && running->second.get() == &transfer) {
            m_running.erase(running);
        }
    }

    RemoteFiles const& m_hosts;
    mutable std::mutex m_mutex;
    std::condition_variable m_done;
    bool m_is_ending = false;
    std::deque<SharedTransfer> m_arrived;
    std::map<std::string, SharedTransfer, std::less<>> m_running; ///< by key
    LruCache<CachedAnswer> m_cache;
    Multi m_multi;
    std::vector<SharedTransfer> m_active; ///< of the thread
    std::thread m_thread;
};

namespace {

/// A type for `Loop`, which is private.
template <typename Loop>
class PendingTransfer final : public source::remote::Pending {
public:
    PendingTransfer(std::shared_ptr<Loop> loop,
                    std::pair<std::shared_ptr<Answer const>, SharedTransfer> joined)
        : m_loop(std::move(loop)), m_answer(std::move(joined.first)),
          m_transfer(std::move(joined.second))
    {}
    ~PendingTransfer() override
    {
        if (m_transfer) {
            m_loop->leave(m_transfer);
        }
    }

    std::shared_ptr<Answer const> get(Deadline const& deadline) override
    {
        return m_answer ? m_answer : m_loop->wait(*m_transfer, deadline);
    }

private:
    std::shared_ptr<Loop> m_loop;
    std::shared_ptr<Answer const> m_answer;
    SharedTransfer m_transfer;
};

} // namespace

RemoteClient::RemoteClient(std::string_view hosts, Limits limits)
    : m_hosts(hosts), m_answer_bytes(limits.answer_bytes),
      m_loop(std::make_shared<Loop>(m_hosts, limits))
{}

RemoteClient::~RemoteClient() = default;

bool RemoteClient::allows(std::string const& url) const
{
    return m_hosts.is_allowed(url);
}

std::unique_ptr<source::remote::Pending> RemoteClient::start(Request request)
{
    if (!allows(request.url)) {
        throw Error{ErrorKind::BadMapfile, "this server does not fetch from there"};
    }
    request.max_bytes = std::min(request.max_bytes, m_answer_bytes);
    return std::make_unique<PendingTransfer<Loop>>(m_loop, m_loop->join(std::move(request)));
}

std::size_t RemoteClient::cached_bytes() const
{
    return m_loop->cached_bytes();
}

std::unique_ptr<RemoteClient> make_remote_client(std::string_view hosts,
                                                 RemoteClient::Limits limits)
{
    return trim(hosts).empty() ? nullptr : std::make_unique<RemoteClient>(hosts, limits);
}

} // namespace ms::server
