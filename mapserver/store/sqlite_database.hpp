// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// SQLite databases and statements as values. The only header that knows of SQLite.

#include "base/handle.hpp"

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace ms::store {

/// A prepared statement: bind the parameters, step through the rows, reset.
class SqliteStatement {
public:
    SqliteStatement(sqlite3* database, std::string_view sql);

    /// Parameters count from 1. Texts and bytes must live until reset().
    SqliteStatement& bind(int parameter, std::int64_t value);
    SqliteStatement& bind_real(int parameter, double value);
    SqliteStatement& bind(int parameter, std::string_view text);
    SqliteStatement& bind(int parameter, std::span<std::uint8_t const> bytes);

    /// Whether there is another row. \throws Error{Source}
    bool step();
    /// For statements without rows: step() and reset().
    void run();
    /// Ends the reading of rows, and with it what a reader holds of the file.
    void reset() noexcept;

    /// Columns count from 0; views are valid until the next step() or reset().
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] std::string_view text(int column) const;
    [[nodiscard]] std::span<std::uint8_t const> bytes(int column) const;

private:
    Handle<sqlite3_stmt, sqlite3_finalize> m_statement;
};

/// One connection, for one thread at a time.
class SqliteDatabase {
public:
    enum class Access : std::uint8_t { Read, Create };

    /// Waits at most `patience_ms` for other processes that write. \throws Error{Source}
    SqliteDatabase(std::filesystem::path const& file, Access access, int patience_ms);

    /// Statements without parameters, separated by semicolons.
    void run(std::string const& sql);
    [[nodiscard]] SqliteStatement prepare(std::string_view sql);
    /// The number that a statement like "PRAGMA page_count" answers.
    [[nodiscard]] std::int64_t number(std::string_view sql);

private:
    Handle<sqlite3, sqlite3_close> m_database;
};

/// Rolled back unless commit() is called. Others cannot write as long as it lives.
class SqliteTransaction {
public:
    explicit SqliteTransaction(SqliteDatabase& database);
    ~SqliteTransaction();
    SqliteTransaction(SqliteTransaction const&) = delete;
    SqliteTransaction& operator=(SqliteTransaction const&) = delete;

    void commit();

private:
    SqliteDatabase& m_database;
    bool m_is_open = true;
};

} // namespace ms::store
