// SPDX-License-Identifier: MIT
#include "ows/common/service_exception.hpp"

#include "base/deadline.hpp"
#include "source/layer_error.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace ms::ows {

namespace {

int status_of(ErrorKind kind) noexcept
{
    switch (kind) {
    case ErrorKind::BadRequest:
        return 400;
    case ErrorKind::NotFound:
        return 404;
    default:
        return 500;
    }
}

/// 503: the same request may soon be answered; 504: the database was too slow.
int status_of(source::LayerError const& error) noexcept
{
    if (error.retry_policy() == source::RetryPolicy::Soon) {
        return 503;
    }
    return error.kind() == ErrorKind::Limit ? 504 : 500;
}

/// Texts for errors whose own message is the operator's.
Complaint general_complaint(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::NotFound:
        return {"", "What was requested does not exist.", 404};
    case ErrorKind::BadMapfile:
        return {"", "The map is not configured correctly; the server's log has the details.", 500};
    case ErrorKind::Source:
        return {"", "The data of a layer cannot be read; the server's log has the details.", 500};
    case ErrorKind::Limit:
        return {"", "The request needs more time or memory than the server allows.", 500};
    default:
        return {"", "An internal error occurred; the server's log has the details.", 500};
    }
}

/// Messages quote what the client sent, which may be a megabyte; MapServer's are as long at most.
constexpr std::size_t longest_message = 2048; // bytes

std::string shortened(std::string text)
{
    if (text.size() > longest_message) {
        auto const is_inside_character = [](char c) { return (c & '\xC0') == '\x80'; };
        auto end = longest_message;
        while (end > 0 && is_inside_character(text[end])) {
            --end;
        }
        text.resize(end);
    }
    return text;
}

Complaint whole_complaint(std::exception const& error)
{
    if (auto const* const service = dynamic_cast<ServiceException const*>(&error)) {
        return {service->code(), service->what(), status_of(service->kind())};
    }
    if (auto const* const layer = dynamic_cast<source::LayerError const*>(&error)) {
        return {"", layer->public_text(), status_of(*layer)};
    }
    if (dynamic_cast<Abandoned const*>(&error) != nullptr) { // it may have closed its side only
        return {"", "The client closed the connection before its answer was complete.", 400};
    }
    if (auto const* const own = dynamic_cast<Error const*>(&error)) {
        if (own->kind() == ErrorKind::BadRequest) {
            return {"InvalidParameterValue", own->what(), 400};
        }
        if (auto const* const public_error = dynamic_cast<PublicError const*>(own)) {
            return {"", public_error->public_text(), status_of(public_error->kind())};
        }
        return general_complaint(own->kind());
    }
    return general_complaint(ErrorKind::Internal);
}

} // namespace

ErrorKind kind_of(std::exception const& error) noexcept
{
    auto const* const own = dynamic_cast<Error const*>(&error);
    return own == nullptr ? ErrorKind::Internal : own->kind();
}

Complaint complaint_about(std::exception const& error)
{
    auto complaint = whole_complaint(error);
    complaint.message = shortened(std::move(complaint.message));
    return complaint;
}

void log_failure(Log& log, std::string_view service, std::exception const& error)
{
    auto const* const own = dynamic_cast<Error const*>(&error);
    bool const is_clients_fault = own != nullptr && (own->kind() == ErrorKind::BadRequest ||
                                                     own->kind() == ErrorKind::NotFound);
    bool const is_abandoned =
        dynamic_cast<Abandoned const*>(&error) != nullptr; // panning does that
    auto const level = is_clients_fault || is_abandoned ? LogLevel::Notice : LogLevel::Error;
    if (!log.wants(level)) {
        return;
    }
    std::string line{service};
    line.append(": ").append(is_clients_fault ? shortened(error.what()) : error.what());
    std::ranges::replace_if(
        line, [](char c) { return (c >= '\0' && c < ' ') || c == '\x7F'; }, ' ');
    log.write(level, line);
}

} // namespace ms::ows
