// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Errors for scripts: a code, the routine that failed and a message.

#include "base/error.hpp"
#include "script/text.hpp"

#include <exception>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace ms::script {

/// The error of an operation for scripts; the language binding makes an exception of it.
class Failure : public std::runtime_error {
public:
    /// \param code    MS_IOERR ... (constants.hpp)
    /// \param routine "msLoadMap()"
    /// \param message the text after that of the code; may be empty
    Failure(int code, std::string const& routine, std::string const& message);

    [[nodiscard]] int code() const noexcept { return m_code; }
    [[nodiscard]] std::string const& routine() const noexcept { return m_routine; }
    [[nodiscard]] std::string const& message() const noexcept { return m_message; }

private:
    int m_code;
    std::string m_routine;
    std::string m_message;
};

#ifndef SWIG
inline void fail_if(bool is_wrong, int code, std::string_view routine, std::string_view message)
{
    if (is_wrong) {
        throw Failure{code, std::string{routine}, std::string{message}};
    }
}

/// What `work` returns; an error of the library becomes the failure of a routine.
template <typename Work>
auto failing_as(int code, std::string_view routine, std::string_view before_message, Work work)
{
    try {
        return work();
    } catch (Error const& error) {
        throw Failure{code, std::string{routine}, std::string{before_message} + error.what()};
    }
}
#endif

/// The failure that any exception of the library is to a script.
/// \param routine of the failures that do not name one
[[nodiscard]] Failure failure_of(std::exception const& error, std::string const& routine);
/// The failure of an exception report, whose text may name its routine itself.
[[nodiscard]] Failure wms_failure(std::string_view text, std::string const& routine);

/// One entry of the list of errors of a thread.
struct errorObj {
    int code = 0;
    Text routine{""};
    Text message{""};
    int isreported = 0;
    int errorcount = 0;

    [[nodiscard]] std::shared_ptr<errorObj> next() const { return older; }

#ifndef SWIG
    std::shared_ptr<errorObj> older;
#endif
};

/// The latest error; one with code MS_NOERR if there is none.
[[nodiscard]] std::shared_ptr<errorObj> msGetErrorObj();
void msResetErrorList();
/// All errors, the newest first.
[[nodiscard]] Text msGetErrorString(Text const& delimiter);

#ifndef SWIG
/// Puts a failure before the others.
void remember(Failure const& failure);
#endif

} // namespace ms::script
