// SPDX-License-Identifier: MIT
#include "script/error.hpp"

#include "script/constants.hpp"

#include <array>
#include <new>

namespace ms::script {

namespace {

/// MapServer's text of a code, which scripts search in messages.
struct CodeWords {
    int code;
    std::string_view words;
};

constexpr std::array code_words{
    CodeWords{MS_IOERR, "Unable to access file."},
    CodeWords{MS_MEMERR, "Memory allocation error."},
    CodeWords{MS_TYPEERR, "Incorrect data type."},
    CodeWords{MS_SYMERR, "Symbol definition error."},
    CodeWords{MS_REGEXERR, "Regular expression error."},
    CodeWords{MS_TTFERR, "TrueType Font error."},
    CodeWords{MS_DBFERR, "DBASE file error."},
    CodeWords{MS_IDENTERR, "Unknown identifier."},
    CodeWords{MS_EOFERR, "Premature End-of-File."},
    CodeWords{MS_PROJERR, "Projection library error."},
    CodeWords{MS_MISCERR, "General error message."},
    CodeWords{MS_CGIERR, "CGI error."},
    CodeWords{MS_WEBERR, "Web application error."},
    CodeWords{MS_IMGERR, "Image handling error."},
    CodeWords{MS_HASHERR, "Hash table error."},
    CodeWords{MS_JOINERR, "Join error."},
    CodeWords{MS_NOTFOUND, "Search returned no results."},
    CodeWords{MS_SHPERR, "Shapefile error."},
    CodeWords{MS_PARSEERR, "Expression parser error."},
    CodeWords{MS_QUERYERR, "Query error."},
    CodeWords{MS_WMSERR, "WMS server error."},
    CodeWords{MS_CHILDERR, "Child array error."},
    CodeWords{MS_GEOSERR, "GEOS library error."},
    CodeWords{MS_RECTERR, "Invalid rectangle."},
    CodeWords{MS_OWSERR, "OWS error."},
    CodeWords{MS_MAPCONTEXTERR, "WMS Map Context error."},
};

std::string_view words_of(int code) noexcept
{
    for (auto const& row : code_words) {
        if (row.code == code) {
            return row.words;
        }
    }
    return "";
}

std::string line_of(int code, std::string const& routine, std::string const& message)
{
    std::string line = routine + ": " + std::string{words_of(code)};
    return message.empty() ? line : line + ' ' + message;
}

int code_of(ErrorKind kind) noexcept
{
    switch (kind) {
    case ErrorKind::BadMapfile:
        return MS_PARSEERR;
    case ErrorKind::Source:
        return MS_QUERYERR;
    case ErrorKind::BadRequest:
    case ErrorKind::NotFound: // MS_NOTFOUND is not a failure for scripts
    case ErrorKind::Limit:
    case ErrorKind::Internal:
        break;
    }
    return MS_MISCERR;
}

/// Each thread has its own, as in MapServer.
thread_local std::shared_ptr<errorObj> newest_error;

} // namespace

Failure::Failure(int code, std::string const& routine, std::string const& message)
    : std::runtime_error(line_of(code, routine, message)), m_code(code), m_routine(routine),
      m_message(message)
{}

Failure wms_failure(std::string_view text, std::string const& routine)
{
    constexpr std::string_view between = "(): WMS server error. ";
    auto const end = text.find(between);
    bool const names_routine = end < text.find(' ');
    return names_routine ? Failure{MS_WMSERR, std::string{text.substr(0, end + 2)},
                                   std::string{text.substr(end + between.size())}}
                         : Failure{MS_WMSERR, routine, std::string{text}};
}

Failure failure_of(std::exception const& error, std::string const& routine)
{
    if (auto const* const failure = dynamic_cast<Failure const*>(&error)) {
        return *failure;
    }
    if (auto const* const own = dynamic_cast<Error const*>(&error)) {
        return {code_of(own->kind()), routine, own->what()};
    }
    bool const is_memory = dynamic_cast<std::bad_alloc const*>(&error) != nullptr;
    return {is_memory ? MS_MEMERR : MS_MISCERR, routine, error.what()};
}

std::shared_ptr<errorObj> msGetErrorObj()
{
    return newest_error ? newest_error : std::make_shared<errorObj>();
}

void msResetErrorList()
{
    newest_error.reset();
}

Text msGetErrorString(Text const& delimiter)
{
    std::string text;
    for (auto error = newest_error; error != nullptr; error = error->older) {
        text += (text.empty() ? "" : delimiter.str()) +
                line_of(error->code, error->routine.str(), error->message.str());
    }
    return text_or_null(std::move(text));
}

void remember(Failure const& failure)
{
    newest_error = std::make_shared<errorObj>(errorObj{.code = failure.code(),
                                                       .routine = failure.routine(),
                                                       .message = failure.message(),
                                                       .older = newest_error});
}

} // namespace ms::script
