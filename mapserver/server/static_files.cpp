// SPDX-License-Identifier: MIT
#include "server/static_files.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "http/content_coding.hpp"
#include "http/entity_tag.hpp"
#include "image/gzip.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <numeric>
#include <utility>

namespace ms::server {

namespace {

constexpr std::size_t smallest_compressed = 1024;
constexpr std::size_t largest_compressed = std::size_t{32} << 20U;
/// Done once for each file: what is sent a thousand times may take its time.
constexpr int file_compression_level = 9;

std::string_view type_of(std::filesystem::path const& path)
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

FileAnswer plain(int status)
{
    return {http::text_response(status, "text/plain", ""), {}};
}

/// The first and the length of "bytes=0-99", "bytes=100-" or "bytes=-100"; nothing for what is no
/// such range or asks for several, which is answered whole (RFC 9110, 14.2). A length of 0: nothing
/// of it is there.
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
        constexpr std::size_t most_digits = 15;
        if (digits.empty() || digits.size() > most_digits ||
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

/// RFC 9110, 8.8.2
std::string http_date(std::int64_t seconds)
{
    return fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT",
                       fmt::gmtime(static_cast<std::time_t>(seconds)));
}

} // namespace

std::size_t FileBody::read(std::size_t offset, char* out, std::size_t size) const
{
    size = std::min(size, m_length - std::min(offset, m_length));
    if (m_bytes) {
        std::copy_n(m_bytes->data() + offset, size, out);
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

StaticFiles::StaticFiles(std::filesystem::path const& folder, std::size_t max_kept_bytes)
    : m_max_kept_bytes(max_kept_bytes)
{
    std::error_code error;
    m_folder = std::filesystem::canonical(folder, error);
    if (error || !std::filesystem::is_directory(m_folder)) {
        throw Error{ErrorKind::BadRequest,
                    "there is no folder \"" + folder.native() + "\" for --static"};
    }
}

std::optional<std::filesystem::path> StaticFiles::find(std::string_view path) const
{
    auto const steps = split(path, '/');
    bool const is_hidden =
        std::ranges::any_of(steps, [](std::string_view step) { return step.starts_with('.'); });
    if (is_hidden || path.find('\0') != std::string_view::npos) {
        return std::nullopt;
    }
    std::error_code error;
    auto const given = m_folder / std::filesystem::path{path}.relative_path();
    auto found = std::filesystem::canonical(given, error);
    if (!error && std::filesystem::is_directory(found)) {
        found = std::filesystem::canonical(found / "index.html", error);
    }
    bool const is_inside = !error && std::ranges::mismatch(m_folder, found).in1 == m_folder.end();
    return is_inside && std::filesystem::is_regular_file(found, error) ? std::optional{found}
                                                                       : std::nullopt;
}

std::shared_ptr<std::vector<std::uint8_t> const>
StaticFiles::compressed(std::filesystem::path const& path, FileStamp const& stamp,
                        FileBody const& file)
{
    std::scoped_lock const lock{m_mutex}; // also while it is compressed: once is enough
    auto const kept = std::ranges::find(m_kept, path, &Kept::path);
    if (kept != m_kept.end() && kept->stamp == stamp) {
        m_kept.splice(m_kept.begin(), m_kept, kept);
        return kept->bytes;
    }
    if (kept != m_kept.end()) {
        m_kept.erase(kept);
    }
    std::vector<std::uint8_t> bytes(file.length());
    bytes.resize(file.read(0, reinterpret_cast<char*>(bytes.data()), bytes.size()));
    auto made = std::make_shared<std::vector<std::uint8_t> const>(
        image::gzip(bytes, file_compression_level));
    m_kept.push_front({path, stamp, made->size() < bytes.size() ? std::move(made) : nullptr});
    auto const total = [this] {
        return std::accumulate(m_kept.begin(), m_kept.end(), std::size_t{0},
                               [](std::size_t sum, Kept const& each) {
                                   return sum + (each.bytes ? each.bytes->size() : 0);
                               });
    };
    auto const answer = m_kept.front().bytes;
    while (total() > m_max_kept_bytes) {
        m_kept.pop_back();
    }
    return answer;
}

FileAnswer StaticFiles::answer(FileRequest const& request)
{
    auto const path = find(request.path);
    int const descriptor = path ? open(path->c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
    if (descriptor < 0) {
        return plain(404);
    }
    std::shared_ptr<int const> const file{new int{descriptor}, [](int const* number) {
                                              close(*number);
                                              delete number;
                                          }};
    struct stat facts {};
    if (fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        return plain(404);
    }
    auto const size = static_cast<std::size_t>(facts.st_size);
    auto const stamp = FileStamp::of(descriptor);
    auto const tag = http::Digest{}.add(path->native()).add(stamp.to_text()).to_tag();

    FileAnswer answer;
    answer.response.content_type = type_of(*path);
    answer.body = FileBody{file, 0, size};
    auto& headers = answer.response.headers;
    headers = {{"ETag", tag},
               {"Last-Modified", http_date(facts.st_mtim.tv_sec)},
               {"Cache-Control", "public, max-age=600"},
               {"Accept-Ranges", "bytes"},
               {"X-Content-Type-Options", "nosniff"}};
    if (http::is_worth_compressing(answer.response.content_type)) {
        headers.emplace_back("Vary", "Accept-Encoding");
    }
    if (http::names_tag(request.if_none_match, tag)) {
        answer.response.status = 304;
        answer.response.content_type.clear();
        answer.body = {};
        return answer;
    }
    // Our tags are weak, which If-Range does not take (RFC 9110, 13.1.5); the date is not.
    bool const range_holds =
        request.if_range.empty() || request.if_range == http_date(facts.st_mtim.tv_sec);
    if (auto const range = range_holds ? parse_range(request.range, size) : std::nullopt) {
        auto const [first, length] = *range;
        answer.response.status = length == 0 ? 416 : 206;
        answer.body = FileBody{file, first, length};
        headers.emplace_back("Content-Range", length == 0 ? fmt::format("bytes */{}", size)
                                                          : fmt::format("bytes {}-{}/{}", first,
                                                                        first + length - 1, size));
        return answer;
    }
    bool const may_compress = request.accepts_gzip && size >= smallest_compressed &&
                              size <= largest_compressed &&
                              http::is_worth_compressing(answer.response.content_type);
    if (auto bytes = may_compress ? compressed(*path, stamp, answer.body) : nullptr) {
        answer.body = FileBody{std::move(bytes)};
        headers.emplace_back("Content-Encoding", "gzip");
    }
    return answer;
}

} // namespace ms::server
