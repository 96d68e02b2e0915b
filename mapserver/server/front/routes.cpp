// SPDX-License-Identifier: MIT
#include "server/front/routes.hpp"

#include "base/memory.hpp"
#include "base/string.hpp"
#include "http/content_coding.hpp"
#include "http/forwarded.hpp"
#include "http/query_string.hpp"
#include "ows/common/message_page.hpp"
#include "server/front/cgi_request.hpp"

#include <algorithm>
#include <utility>

namespace ms::server {

struct RequestTarget {
    std::string path; ///< decoded
    std::string query;
    std::string authority; ///< "" in the usual form
};

namespace {

constexpr std::string_view static_prefix = "/static/";
constexpr std::size_t max_errands = 256;

/// RFC 9112, 3.2: "/path?query", or the whole URL in requests to proxies.
RequestTarget parse_target(std::string_view target)
{
    std::string_view authority;
    for (std::string_view const scheme : {"http://", "https://"}) {
        if (starts_with_ignoring_case(target, scheme)) {
            auto const end = std::min(target.find_first_of("/?", scheme.size()), target.size());
            authority = target.substr(scheme.size(), end - scheme.size());
            target.remove_prefix(end);
            break;
        }
    }
    auto const question = std::min(target.find('?'), target.size());
    auto const path = target.substr(0, question);
    return {path.empty() ? "/" : http::decode_path(path),
            std::string{target.substr(std::min(question + 1, target.size()))},
            std::string{authority}};
}

/// Splits a path into the script's name and the rest.
void set_path(http::Request& request, std::string const& path)
{
    for (std::string_view const script : {"/cgi-bin/mapserv", "/mapserv"}) {
        auto const rest = std::string_view{path}.substr(std::min(path.size(), script.size()));
        if (path.starts_with(script) && (rest.empty() || rest.front() == '/')) {
            request.address.script_name = script;
            request.path_info = rest;
            return;
        }
    }
    if (path == "/") {
        request.address.script_name = path;
    } else {
        request.path_info = path;
    }
}

http::Origin origin_of(std::string const& peer, RequestHead const& head, http::Address address,
                       std::string const& proxies)
{
    auto const value = [&](std::string_view name) { return head.value(name); };
    auto const forwarded = value("Forwarded");
    auto const client = value("X-Forwarded-For");
    auto const host = value("X-Forwarded-Host");
    auto const port = value("X-Forwarded-Port");
    auto const proto = value("X-Forwarded-Proto");
    auto const prefix = value("X-Forwarded-Prefix");
    return http::behind_proxies({peer, std::move(address)},
                                {forwarded, client, host, port, proto, prefix}, proxies);
}

void set_origin(http::Request& request, Arrival const& arrival, std::string const& proxies)
{
    auto origin = origin_of(arrival.peer, arrival.head, std::move(request.address), proxies);
    request.remote_address = std::move(origin.client);
    request.address = std::move(origin.address);
}

http::Request to_request(Arrival& arrival, RequestTarget const& target, std::string const& proxies)
{
    auto const& head = arrival.head;
    http::Request request;
    request.received = http::Request::Clock::now();
    request.method = http::parse_method(head.method);
    // RFC 9112, 3.2.2: "the origin server MUST ignore the received Host header field (if any) and
    // instead use the host information of the request-target".
    http::set_authority(request.address,
                        target.authority.empty() ? head.value("Host") : target.authority);
    set_path(request, target.path);
    set_origin(request, arrival, proxies);
    request.if_none_match = head.value("If-None-Match");
    request.accept = head.value("Accept");
    request.origin = head.value("Origin");
    request.trace_parent = head.value("traceparent");
    request.accepts_gzip = http::accepts_gzip(head.value("Accept-Encoding"));
    request.parameters = http::parse_query_string(target.query);
    if (request.method == http::Method::Post) {
        take_body(request, std::move(arrival.body), head.value("Content-Type"));
    }
    request.is_abandoned = std::move(arrival.is_abandoned);
    request.parsed = http::Request::Clock::now();
    return request;
}

Reply plain(int status, std::string_view text, std::string type = "text/plain")
{
    return reply_of(http::text_response(status, std::move(type), text));
}

/// Does not depend on databases: a missing one would take every server out of service, also for the
/// maps that do not need it.
Reply readiness(App& app)
{
    auto const map = app.maps().find_unreadable();
    return map ? plain(503, "not ready: the map \"" + *map + "\" cannot be read\n")
               : plain(200, "ok\n");
}

Reply reply_of(FileAnswer answer)
{
    auto reply = server::reply_of(std::move(answer.response));
    reply.file = std::move(answer.body);
    return reply;
}

/// The reason as a sentence for authors of clients.
std::string_view why_refused(int status)
{
    switch (status) {
    case 411:
        return "A request with a body needs its Content-Length, or chunks.";
    case 413:
        return "The body of the request is too large.";
    case 414:
        return "The request's address is too long.";
    case 415:
        return "Forms in parts (multipart/form-data) are not taken: "
               "application/x-www-form-urlencoded is.";
    case 417:
        return "Only 100-continue can be expected.";
    case 431:
        return "The request's headers are too long.";
    case 503:
        return "The server has too many connections. Please try again in a moment.";
    default:
        return "The request's head is malformed (RFC 9112): lines end with CR LF, a colon follows "
               "each name, one Host, one length in digits.";
    }
}

} // namespace

Routes::Routes(App& app, Admission& admission, std::string const& static_folder)
    : m_app(app), m_admission(admission), m_proxies(trusted_proxies(app.config())),
      m_has_metrics(app.config().is_on("MS_METRICS")), m_file_errands(1, max_errands),
      m_checks(1, max_errands)
{
    if (!static_folder.empty()) {
        m_files.emplace(static_folder);
    }
}

Reply Routes::refusal(int status)
{
    auto page = ows::message_page(status, std::string{why_refused(status)});
    if (status == 503) {
        page.headers.emplace_back("Retry-After", "1");
    }
    return server::reply_of(std::move(page));
}

void Routes::run_errand(WorkerPool& pool, std::function<void()> errand, Take const& take)
{
    auto const guarded = [this, errand = std::move(errand), take] {
        try {
            errand();
        } catch (std::exception const& error) {
            take(server::reply_of(m_app.complain(error)));
        }
    };
    if (!pool.submit(guarded)) {
        take(refusal(503));
    }
}

void Routes::give_back_memory()
{
    (void)m_checks.submit([] { give_back_freed_memory(); });
}

/// Whether the process is there, whether it can draw its maps, and its numbers.
bool Routes::route_operators_page(std::string const& path, Take const& take)
{
    if (path == "/livez") {
        take(plain(200, "ok\n"));
    } else if (path == "/readyz") {
        run_errand(
            m_checks, [this, take] { take(readiness(m_app)); }, take);
    } else if (path == "/metrics" && m_has_metrics) {
        take(plain(200, m_app.metrics_text(), "text/plain; version=0.0.4"));
    } else {
        return false;
    }
    return true;
}

void Routes::answer_file(FileRequest request, Take const& take)
{
    if (auto kept = m_files->find_kept(request)) {
        take(reply_of(std::move(*kept)));
        return;
    }
    run_errand(
        m_file_errands,
        [this, request = std::move(request), take] { take(reply_of(m_files->answer(request))); },
        take);
}

void Routes::answer_map(Arrival arrival, RequestTarget const& target, Take const& take)
{
    auto request = to_request(arrival, target, m_proxies);
    // The observer needs the request as it is when the last byte of its answer is sent.
    auto const observed = std::make_shared<http::Request>(request);
    observed->is_abandoned = {};
    observed->body = {};
    auto const note = [this, observed](auto begin) {
        m_app.observer().note_written(*observed, begin, Trace::Clock::now());
    };
    request.open_stream = [take, note](http::Response head) {
        auto channel = std::make_shared<StreamChannel>();
        take({.response = std::make_shared<http::Response const>(std::move(head)),
              .stream = receiving_end(channel),
              .on_written = note});
        return channel;
    };
    m_admission.start(std::move(request), [take, note](Admission::Answer const& answer) {
        if (!answer->was_streamed) { // else it was taken as it began
            take({.response = answer, .on_written = note});
        }
    });
}

void Routes::route(Arrival arrival, Take const& take)
{
    auto const target = parse_target(arrival.head.target);
    auto const& head = arrival.head;
    bool const is_reading = head.method == "GET" || head.method == "HEAD";
    if (is_reading && route_operators_page(target.path, take)) {
        return;
    }
    if (is_reading && m_files && target.path.starts_with(static_prefix)) {
        answer_file({.path = target.path.substr(static_prefix.size()),
                     .if_none_match = head.value("If-None-Match"),
                     .range = head.value("Range"),
                     .if_range = head.value("If-Range"),
                     .accepts_gzip = http::accepts_gzip(head.value("Accept-Encoding"))},
                    take);
        return;
    }
    answer_map(std::move(arrival), target, take);
}

void Routes::answer(Arrival arrival, Take const& take) noexcept
{
    try {
        route(std::move(arrival), take);
    } catch (std::exception const& error) {
        take(server::reply_of(m_app.complain(error)));
    }
}

void Routes::log_access(std::string const& peer, RequestHead const& head, Reply const& reply,
                        std::chrono::steady_clock::duration taken)
{
    constexpr std::size_t longest = 2000;
    if (!m_app.log().wants(LogLevel::Notice)) {
        return;
    }
    auto const client = origin_of(peer, head, {}, m_proxies).client;
    auto const milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(taken).count();
    auto const referer = head.value("Referer").substr(0, longest);
    m_app.log()
        .for_request({.client = client})
        .write(LogLevel::Notice, client + ' ' + head.method + ' ' + head.target.substr(0, longest) +
                                     ' ' + std::to_string(reply.response->status) + ' ' +
                                     std::to_string(reply.body_size()) + ' ' +
                                     std::to_string(milliseconds) + " ms" +
                                     (referer.empty() ? "" : ", referer: " + referer));
}

} // namespace ms::server
