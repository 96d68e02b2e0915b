// SPDX-License-Identifier: MIT
#include "server/front/static_files.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "http/content_coding.hpp"
#include "http/entity_tag.hpp"
#include "image/gzip.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace ms::server {

namespace {

constexpr std::size_t min_compressed_file = 1024;
constexpr std::size_t max_compressed_file = std::size_t{32} << 20U;
constexpr std::size_t largest_kept = std::size_t{1} << 20U;
/// Done once for each file, so a slow level pays off.
constexpr int file_compression_level = 9;

bool is_compressible(FileFacts const& file)
{
    return file.body.length() >= min_compressed_file && file.body.length() <= max_compressed_file &&
           http::is_worth_compressing(file.type);
}

std::vector<std::uint8_t> bytes_of(FileBody const& body)
{
    std::vector<std::uint8_t> bytes(body.length());
    bytes.resize(body.read(0, reinterpret_cast<char*>(bytes.data()), bytes.size()));
    return bytes;
}

/// \param file open; null when it is not to be
std::shared_ptr<int const> open_file(std::filesystem::path const& path)
{
    int const descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) {
        return nullptr;
    }
    return {new int{descriptor}, [](int const* number) {
                close(*number);
                delete number;
            }};
}

FileFacts facts_of(std::filesystem::path const& path, std::shared_ptr<int const> const& file,
                   FileStamp const& stamp)
{
    FileFacts facts{.type = std::string{content_type_of(path)},
                    .tag = http::Digest{}.add(path.native()).add(stamp.to_text()).to_tag(),
                    .modified = http_date(stamp.seconds),
                    .body = FileBody{file, static_cast<std::size_t>(stamp.size)}};
    if (facts.body.length() <= largest_kept) {
        facts.body =
            FileBody{std::make_shared<std::vector<std::uint8_t> const>(bytes_of(facts.body))};
    }
    return facts;
}

void compress(FileFacts& facts)
{
    auto const bytes = bytes_of(facts.body);
    auto packed = std::make_shared<std::vector<std::uint8_t> const>(
        image::gzip(bytes, file_compression_level));
    if (packed->size() < bytes.size()) {
        facts.compressed = std::move(packed);
    }
}

/// The name under which a file is cached: that of the request, in which slashes may be repeated.
std::string key_of(std::string_view path)
{
    std::string key;
    for (auto const step : split(path, '/')) {
        if (!step.empty()) {
            key.append(key.empty() ? "" : "/").append(step);
        }
    }
    return path.ends_with('/') ? key + '/' : key;
}

} // namespace

StaticFiles::StaticFiles(std::filesystem::path const& folder, std::size_t max_kept_bytes)
    : m_kept(max_kept_bytes)
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

/// The cached content of a file with this stamp; null if it has to be read.
std::shared_ptr<FileFacts const> StaticFiles::find_current(FileRequest const& request,
                                                           FileStamp const& stamp)
{
    std::scoped_lock const lock{m_mutex};
    auto* const kept = m_kept.find(key_of(request.path));
    if (kept == nullptr || kept->stamp != stamp ||
        (kept->may_be_compressed && request.accepts_gzip)) {
        return nullptr;
    }
    kept->looked_at = Clock::now();
    return kept->facts;
}

std::optional<FileAnswer> StaticFiles::find_kept(FileRequest const& request)
{
    std::shared_ptr<FileFacts const> facts;
    {
        std::scoped_lock const lock{m_mutex};
        auto const* const kept = m_kept.find(key_of(request.path));
        if (kept == nullptr || Clock::now() - kept->looked_at > std::chrono::seconds{1} ||
            (kept->may_be_compressed && request.accepts_gzip)) {
            return std::nullopt;
        }
        facts = kept->facts;
    }
    return answer_file(*facts, request);
}

FileAnswer StaticFiles::answer(FileRequest const& request)
{
    auto const path = find(request.path);
    auto const file = path ? open_file(*path) : nullptr;
    struct stat status {};
    if (!file || fstat(*file, &status) != 0 || !S_ISREG(status.st_mode)) {
        return {http::text_response(404, "text/plain", ""), {}};
    }
    auto const stamp = FileStamp::of(*file);
    if (auto const facts = find_current(request, stamp)) {
        return answer_file(*facts, request);
    }
    auto facts = facts_of(*path, file, stamp);
    bool const was_compressed = is_compressible(facts) && request.accepts_gzip;
    bool const may_be_compressed = is_compressible(facts) && !request.accepts_gzip;
    if (was_compressed) {
        compress(facts);
    }
    auto const answer = answer_file(facts, request);
    if (!facts.body.in_memory().empty() || was_compressed) {
        // A large file is cached, and open, only for its compressed form, or because it has none:
        // finding that out takes as long.
        auto const size =
            facts.body.in_memory().size() + (facts.compressed ? facts.compressed->size() : 0);
        std::scoped_lock const lock{m_mutex};
        m_kept.put(key_of(request.path),
                   {std::make_shared<FileFacts const>(std::move(facts)), stamp, Clock::now(),
                    may_be_compressed},
                   size);
    }
    return answer;
}

} // namespace ms::server
