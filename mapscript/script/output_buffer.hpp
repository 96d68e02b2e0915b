// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Standard output and input of services, which scripts can turn into buffers. Each thread has its
/// own.

#include "http/response.hpp"
#include "script/hash_table.hpp"

#include <memory>

namespace ms::script {

/// From now on answers are kept instead of being written to standard output.
void msIO_installStdoutToBuffer();
/// A POST that loadParams() reads has an empty body.
void msIO_installStdinFromBuffer();
/// Back to standard output and input; what was kept is forgotten.
void msIO_resetHandlers();
/// Takes the headers off the buffer. \return the content type; NULL if there are no headers
[[nodiscard]] Text msIO_stripStdoutBufferContentType();
/// Takes the headers off the buffer.
void msIO_stripStdoutBufferContentHeaders();
/// Takes the headers off the buffer and returns them.
[[nodiscard]] std::shared_ptr<hashTableObj> msIO_getAndStripStdoutBufferMimeHeaders();
/// The buffer, which stays as it is.
[[nodiscard]] Text msIO_getStdoutBufferString();
/// The buffer, which is empty afterwards.
[[nodiscard]] Bytes msIO_getStdoutBufferBytes();

#ifndef SWIG
/// To the buffer of this thread, else to standard output.
void write_output(std::string_view bytes);
/// Writes an answer there as a CGI program does.
void write_response(http::Response const& response);
[[nodiscard]] std::string read_standard_input(std::size_t size);
#endif

} // namespace ms::script
