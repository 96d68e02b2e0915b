// SPDX-License-Identifier: MIT
#include "load/client.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"
#include "base/string.hpp"
#include "load/fastcgi_client.hpp"

#include <curl/curl.h>

#include <mutex>

namespace ms::load {

namespace {

std::size_t append(char const* data, std::size_t size, std::size_t count, void* body)
{
    static_cast<std::string*>(body)->append(data, size * count);
    return size * count;
}

double seconds(CURL* curl, CURLINFO what)
{
    curl_off_t microseconds = 0;
    curl_easy_getinfo(curl, what, &microseconds);
    return static_cast<double>(microseconds) * 1e-6;
}

class HttpClient final : public Client {
public:
    explicit HttpClient(std::chrono::seconds limit)
    {
        static std::once_flag once;
        std::call_once(once, [] { curl_global_init(CURL_GLOBAL_ALL); });
        m_curl.reset(curl_easy_init());
        if (!m_curl) {
            throw Error{ErrorKind::Internal, "curl cannot be initialised"};
        }
        curl_easy_setopt(m_curl.get(), CURLOPT_WRITEFUNCTION, append);
        curl_easy_setopt(m_curl.get(), CURLOPT_WRITEDATA, &m_reply.body);
        curl_easy_setopt(m_curl.get(), CURLOPT_TIMEOUT, static_cast<long>(limit.count()));
        curl_easy_setopt(m_curl.get(), CURLOPT_NOSIGNAL, 1L); // other threads use curl, too
        curl_easy_setopt(m_curl.get(), CURLOPT_TCP_NODELAY, 1L);
    }

    Reply const& get(std::string const& url) override
    {
        m_reply.body.clear();
        m_reply.failure.clear();
        curl_easy_setopt(m_curl.get(), CURLOPT_URL, url.c_str());
        auto const result = curl_easy_perform(m_curl.get());
        curl_easy_setopt(m_curl.get(), CURLOPT_FRESH_CONNECT, 0L);
        long status = 0;
        curl_easy_getinfo(m_curl.get(), CURLINFO_RESPONSE_CODE, &status);
        m_reply.status = result == CURLE_OK ? static_cast<int>(status) : 0;
        if (result != CURLE_OK) {
            m_reply.failure = curl_easy_strerror(result);
        }
        char const* type = nullptr;
        curl_easy_getinfo(m_curl.get(), CURLINFO_CONTENT_TYPE, &type);
        m_reply.content_type = type == nullptr ? "" : type;
        curl_header* timing = nullptr;
        bool const has_timing = curl_easy_header(m_curl.get(), "Server-Timing", 0, CURLH_HEADER, -1,
                                                 &timing) == CURLHE_OK;
        m_reply.server_seconds = has_timing ? server_seconds(timing->value) : 0;
        m_reply.timings = {.name_lookup = seconds(m_curl.get(), CURLINFO_NAMELOOKUP_TIME_T),
                           .connect = seconds(m_curl.get(), CURLINFO_CONNECT_TIME_T),
                           .before_transfer = seconds(m_curl.get(), CURLINFO_PRETRANSFER_TIME_T),
                           .first_byte = seconds(m_curl.get(), CURLINFO_STARTTRANSFER_TIME_T),
                           .total = seconds(m_curl.get(), CURLINFO_TOTAL_TIME_T)};
        return m_reply;
    }

    void disconnect() override { curl_easy_setopt(m_curl.get(), CURLOPT_FRESH_CONNECT, 1L); }

private:
    Handle<CURL, curl_easy_cleanup> m_curl;
    Reply m_reply;
};

} // namespace

bool Reply::is_image() const noexcept
{
    return status == 200 && content_type.starts_with("image/");
}

double server_seconds(std::string_view server_timing) noexcept
{
    for (auto const metric : split(server_timing, ',')) {
        auto const name = trim(metric.substr(0, metric.find(';')));
        auto const duration = metric.find("dur=");
        if ((name == "request" || name == "total") && duration != std::string_view::npos) {
            auto const value = metric.substr(duration + 4);
            return parse_double(value.substr(0, value.find(';'))).value_or(0) * 1e-3;
        }
    }
    return 0;
}

std::unique_ptr<Client> make_client(std::string_view url, std::chrono::seconds limit)
{
    if (url.starts_with("http://") || url.starts_with("https://")) {
        return std::make_unique<HttpClient>(limit);
    }
    if (url.starts_with("fcgi://")) {
        return make_fastcgi_client(limit);
    }
    throw Error{ErrorKind::BadRequest,
                "\"" + std::string{url.substr(0, 100)} +
                    "\": only http://, https:// and fcgi:// can be requested"};
}

} // namespace ms::load
