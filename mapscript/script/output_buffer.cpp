// SPDX-License-Identifier: MIT
#include "script/output_buffer.hpp"

#include "base/string.hpp"
#include "script/constants.hpp"

#include <cstdio>
#include <fstream>
#include <optional>

namespace ms::script {

namespace {

struct Streams {
    std::optional<std::string> output; ///< unset: standard output
    bool input_is_empty = false;
};
thread_local Streams streams;

std::string& buffer(char const* routine)
{
    fail_if(!streams.output, MS_MISCERR, routine, "Can't identify msIO buffer.");
    return *streams.output;
}

/// "Name: value" up to an empty line at the start of the buffer.
mapfile::StringMap take_headers(std::string& text)
{
    mapfile::StringMap headers;
    std::string_view rest = text;
    while (!rest.empty()) {
        auto const end = rest.find('\n');
        auto const line = trim(rest.substr(0, end));
        auto const colon = line.find(": ");
        bool const is_last = line.empty() && !headers.empty();
        if (end == std::string_view::npos || (colon == std::string_view::npos && !is_last)) {
            return {}; // no headers at all, or a body that only begins like one
        }
        rest.remove_prefix(end + 1);
        if (is_last) {
            text.erase(0, text.size() - rest.size());
            return headers;
        }
        headers.set(line.substr(0, colon), line.substr(colon + 2));
    }
    return {};
}

} // namespace

void msIO_installStdoutToBuffer()
{
    streams.output.emplace();
}

void msIO_installStdinFromBuffer()
{
    streams.input_is_empty = true;
}

void msIO_resetHandlers()
{
    streams = {};
}

Text msIO_stripStdoutBufferContentType()
{
    auto const headers = take_headers(buffer("msIO_stripStdoutBufferContentType"));
    auto const* const type = headers.find("Content-Type");
    return type == nullptr ? Text{} : Text{*type};
}

void msIO_stripStdoutBufferContentHeaders()
{
    take_headers(buffer("msIO_stripStdoutBufferContentHeaders"));
}

std::shared_ptr<hashTableObj> msIO_getAndStripStdoutBufferMimeHeaders()
{
    return std::make_shared<hashTableObj>(
        take_headers(buffer("msIO_getAndStripStdoutBufferMimeHeaders")));
}

Text msIO_getStdoutBufferString()
{
    return buffer("msIO_getStdoutBufferString");
}

Bytes msIO_getStdoutBufferBytes()
{
    return {std::exchange(buffer("msIO_getStdoutBufferString"), {})};
}

void write_output(std::string_view bytes)
{
    if (auto& output = streams.output) {
        output->append(bytes);
    } else {
        std::fwrite(bytes.data(), 1, bytes.size(), stdout);
        std::fflush(stdout);
    }
}

void write_file(std::filesystem::path const& path, std::string_view bytes, Failure const& failure)
{
    std::ofstream file{path, std::ios::binary};
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) {
        throw failure;
    }
}

void write_response(http::Response const& response)
{
    write_output(http::header_lines(response)); // Content-Type first: scripts search it there
    write_output(http::body_text(response));
}

std::string read_standard_input(std::string_view length)
{
    constexpr int most = 16 << 20; // the limit of the server
    if (streams.input_is_empty || length.empty()) {
        return {};
    }
    auto const size = parse_int(length);
    fail_if(!size || *size < 0 || *size > most, MS_WEBERR, "loadParams()",
            "CONTENT_LENGTH \"" + std::string{length} +
                "\" is not a number of bytes up to 16 MiB.");
    std::string body(static_cast<std::size_t>(*size), '\0');
    body.resize(std::fread(body.data(), 1, body.size(), stdin));
    return body;
}

} // namespace ms::script
