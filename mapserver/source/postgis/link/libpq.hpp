// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Owning handles of libpq's connection and result. Only .cpp files include libpq's header.

#include "base/handle.hpp"

extern "C" {
struct pg_conn;
struct pg_result;
void PQfinish(pg_conn* connection);
void PQclear(pg_result* result);
}

namespace ms::source::postgis {

using PgConnection = Handle<pg_conn, PQfinish>;
using PgResult = Handle<pg_result, PQclear>;

} // namespace ms::source::postgis
