// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Standard output and input of services, which scripts can redirect to buffers. Each thread has
/// its own.

#include "http/response.hpp"
#include "script/error.hpp"
#include "script/hash_table.hpp"

#include <filesystem>
#include <memory>

namespace ms::script {

/// Stores answers from now on instead of writing them to standard output.
void msIO_installStdoutToBuffer();
/// A POST that loadParams() reads has an empty body.
void msIO_installStdinFromBuffer();
/// Restores standard output and input; drops stored answers.
void msIO_resetHandlers();
/// Removes the headers from the buffer. \return the content type; NULL without headers
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
/// Writes a file. \throws the failure if that is not possible
void write_file(std::filesystem::path const& path, std::string_view bytes, Failure const& failure);
/// Writes an answer there as a CGI program does.
void write_response(http::Response const& response);
/// As many bytes as CONTENT_LENGTH says, none if it is empty. \throws Failure{MS_WEBERR} for more
/// than 16 MiB
[[nodiscard]] std::string read_standard_input(std::string_view length);
#endif

} // namespace ms::script
