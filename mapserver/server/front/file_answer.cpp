// SPDX-License-Identifier: MIT
#include "server/front/file_answer.hpp"

#include "base/string.hpp"
#include "http/content_coding.hpp"
#include "http/entity_tag.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <numeric>
#include <optional>

namespace ms::server {

namespace {

/// The start and the length of "bytes=0-99", "bytes=100-" or "bytes=-100"; nullopt for an invalid
/// range and for several ranges, which are answered with the whole file (RFC 9110, 14.2). A length
/// of 0: the range lies outside the file.
std::optional<std::pair<std::size_t, std::size_t>> parse_range(std::string_view text,
                                                               std::size_t size)
{
    constexpr std::string_view unit = "bytes=";
    if (!text.starts_with(unit) || text.find(',') != std::string_view::npos) {
        return std::nullopt;
    }
    text.remove_prefix(unit.size());
    auto const dash = text.find('-');
    auto const number = [](std::string_view digits) -> std::optional<std::size_t> {
        constexpr std::size_t max_digits = 15;
        if (digits.empty() || digits.size() > max_digits ||
            digits.find_first_not_of("0123456789") != std::string_view::npos) {
            return std::nullopt;
        }
        return std::accumulate(
            digits.begin(), digits.end(), std::size_t{0},
            [](std::size_t sum, char c) { return sum * 10 + static_cast<std::size_t>(c - '0'); });
    };
    if (dash == std::string_view::npos) {
        return std::nullopt;
    }
    auto const first = number(text.substr(0, dash));
    auto const last = number(text.substr(dash + 1));
    bool const is_open = dash + 1 == text.size();
    if (!first && last && dash == 0) {
        auto const length = std::min(*last, size);
        return std::pair{size - length, length};
    }
    if (!first || (!last && !is_open) || (last && *last < *first)) {
        return std::nullopt;
    }
    if (*first >= size) {
        return std::pair{*first, std::size_t{0}};
    }
    return std::pair{*first, std::min(last.value_or(size - 1), size - 1) - *first + 1};
}

http::Response head_of(FileFacts const& file)
{
    http::Response response;
    response.content_type = file.type;
    response.headers = {{"ETag", file.tag},
                        {"Last-Modified", file.modified},
                        {"Cache-Control", "public, max-age=600"},
                        {"Accept-Ranges", "bytes"},
                        {"X-Content-Type-Options", "nosniff"}};
    if (http::is_worth_compressing(file.type)) {
        response.headers.emplace_back("Vary", "Accept-Encoding");
    }
    return response;
}

} // namespace

std::string_view content_type_of(std::filesystem::path const& path)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 20> types{
        {{".html", "text/html; charset=UTF-8"},
         {".htm", "text/html; charset=UTF-8"},
         {".css", "text/css; charset=UTF-8"},
         {".js", "text/javascript; charset=UTF-8"},
         {".mjs", "text/javascript; charset=UTF-8"},
         {".json", "application/json"},
         {".geojson", "application/geo+json"},
         {".map", "application/json"},
         {".xml", "text/xml"},
         {".txt", "text/plain; charset=UTF-8"},
         {".md", "text/plain; charset=UTF-8"},
         {".svg", "image/svg+xml"},
         {".png", "image/png"},
         {".jpg", "image/jpeg"},
         {".jpeg", "image/jpeg"},
         {".gif", "image/gif"},
         {".webp", "image/webp"},
         {".ico", "image/x-icon"},
         {".woff2", "font/woff2"},
         {".wasm", "application/wasm"}}};
    auto const extension = to_lower(path.extension().native());
    auto const* const found =
        std::ranges::find(types, extension, [](auto const& row) { return row.first; });
    return found == types.end() ? "application/octet-stream" : found->second;
}

std::string http_date(std::int64_t seconds)
{
    return fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT",
                       fmt::gmtime(static_cast<std::time_t>(seconds)));
}

std::string_view FileBody::in_memory() const noexcept
{
    return m_bytes ? std::string_view{reinterpret_cast<char const*>(m_bytes->data()) + m_offset,
                                      m_length}
                   : std::string_view{};
}

FileBody FileBody::part(std::size_t offset, std::size_t length) const
{
    FileBody part{*this};
    part.m_offset += std::min(offset, m_length);
    part.m_length = std::min(length, m_length - std::min(offset, m_length));
    return part;
}

std::size_t FileBody::read(std::size_t offset, char* out, std::size_t size) const
{
    size = std::min(size, m_length - std::min(offset, m_length));
    if (m_bytes) {
        std::copy_n(m_bytes->data() + m_offset + offset, size, out);
        return size;
    }
    std::size_t done = 0;
    while (m_file && done < size) {
        auto const count =
            pread(*m_file, out + done, size - done, static_cast<off_t>(m_offset + offset + done));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            break;
        }
        done += static_cast<std::size_t>(count);
    }
    return done;
}

FileAnswer answer_file(FileFacts const& file, FileRequest const& request)
{
    FileAnswer answer{head_of(file), file.body};
    auto& response = answer.response;
    if (http::names_tag(request.if_none_match, file.tag)) {
        response.status = 304;
        response.content_type.clear();
        answer.body = {};
        return answer;
    }
    auto const size = file.body.length();
    // Our tags are weak, which If-Range does not take (RFC 9110, 13.1.5); the date is not.
    bool const range_holds = request.if_range.empty() || request.if_range == file.modified;
    if (auto const range = range_holds ? parse_range(request.range, size) : std::nullopt) {
        auto const [first, length] = *range;
        response.status = length == 0 ? 416 : 206;
        answer.body = file.body.part(first, length);
        response.headers.emplace_back(
            "Content-Range", length == 0
                                 ? fmt::format("bytes */{}", size)
                                 : fmt::format("bytes {}-{}/{}", first, first + length - 1, size));
    } else if (request.accepts_gzip && file.compressed) {
        answer.body = FileBody{file.compressed};
        response.headers.emplace_back("Content-Encoding", "gzip");
    }
    return answer;
}

} // namespace ms::server
