// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The error of a layer whose data are not available: one text for the log, another for clients.

#include "base/error.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace ms::source {

/// Whether asking again in a moment may help.
enum class RetryPolicy : std::uint8_t { None, Soon };

/// All that clients read about an error, its layer included.
struct PublicText {
    std::string text;
};

/// MapServer's form: first that the layer cannot be drawn, then why.
/// \param cause for clients: one sentence per line, with MapServer's wording; may be empty
[[nodiscard]] inline PublicText not_drawn(std::string_view layer, std::string_view cause)
{
    return {std::string{"msDrawMap(): Image handling error. Failed to draw layer named '"}
                .append(layer)
                .append(cause.empty() ? "'." : "'.\n")
                .append(cause)};
}

/// The cause for clients if only the kind of an error is known.
[[nodiscard]] constexpr std::string_view general_cause(ErrorKind kind) noexcept
{
    switch (kind) {
    case ErrorKind::BadMapfile:
        return "it is not configured correctly";
    case ErrorKind::Limit:
        return "it needs more time or memory than the server allows";
    default:
        return "its data cannot be read";
    }
}

/// what() is for the log: it names tables, columns, files and the place in the mapfile.
/// public_text() is for clients: the layer, and the cause in general terms.
class LayerError : public Error {
public:
    LayerError(ErrorKind kind, std::string const& message, PublicText text,
               std::source_location where = std::source_location::current())
        : Error(kind, message, where), m_public_text(std::move(text.text)),
          m_retry_policy(RetryPolicy::None)
    {}
    /// \param cause for clients: must not disclose anything about the server
    LayerError(ErrorKind kind, std::string const& message, std::string_view layer,
               std::string_view cause, RetryPolicy retry_policy = RetryPolicy::None,
               std::source_location where = std::source_location::current())
        : Error(kind, message, where),
          m_public_text(std::string{"layer '"}.append(layer).append("': ").append(cause)),
          m_retry_policy(retry_policy), m_layer(layer), m_cause(cause)
    {}

    /// `layer 'roads': the database refused the query: statement timeout`
    [[nodiscard]] std::string const& public_text() const noexcept { return m_public_text; }
    [[nodiscard]] RetryPolicy retry_policy() const noexcept { return m_retry_policy; }

    /// The same error of a map that was to be drawn, in MapServer's form: see not_drawn().
    [[nodiscard]] LayerError of_a_map() const
    {
        if (m_layer.empty()) {
            return *this;
        }
        bool const says_no_more = m_cause == general_cause(ErrorKind::Source);
        auto error = *this;
        error.m_public_text =
            not_drawn(m_layer, says_no_more ? std::string_view{} : std::string_view{m_public_text})
                .text;
        return error;
    }

private:
    std::string m_public_text;
    RetryPolicy m_retry_policy;
    std::string m_layer, m_cause; ///< empty if the public text was given whole
};

/// Rethrows an error as one of its layer: the message goes to the log, unless it is a public error;
/// the layer's name goes to clients. Call it where `error` is caught.
[[noreturn]] inline void throw_layer_error(Error const& error, std::string_view layer)
{
    if (dynamic_cast<LayerError const*>(&error) != nullptr) {
        throw;
    }
    if (auto const* const public_error = dynamic_cast<PublicError const*>(&error)) {
        throw LayerError{error.kind(), error.what(), not_drawn(layer, public_error->public_text()),
                         error.where()};
    }
    throw LayerError{error.kind(),      error.what(), layer, general_cause(error.kind()),
                     RetryPolicy::None, error.where()};
}

} // namespace ms::source
