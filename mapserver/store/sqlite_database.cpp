// SPDX-License-Identifier: MIT
#include "store/sqlite_database.hpp"

#include "base/error.hpp"

namespace ms::store {

namespace {

/// SQLite's messages name tables and columns, but no file.
[[noreturn]] void fail(sqlite3* database, int code)
{
    auto const* const text = database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code);
    throw Error{ErrorKind::Source, std::string{"SQLite: "} + text};
}

void check(sqlite3* database, int code)
{
    if (code != SQLITE_OK) {
        fail(database, code);
    }
}

} // namespace

SqliteStatement::SqliteStatement(sqlite3* database, std::string_view sql)
{
    sqlite3_stmt* statement = nullptr;
    auto const code = sqlite3_prepare_v3(database, sql.data(), static_cast<int>(sql.size()),
                                         SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    m_statement.reset(statement);
    check(database, code);
}

SqliteStatement& SqliteStatement::bind(int parameter, std::int64_t value)
{
    check(sqlite3_db_handle(m_statement.get()),
          sqlite3_bind_int64(m_statement.get(), parameter, value));
    return *this;
}

SqliteStatement& SqliteStatement::bind_real(int parameter, double value)
{
    check(sqlite3_db_handle(m_statement.get()),
          sqlite3_bind_double(m_statement.get(), parameter, value));
    return *this;
}

SqliteStatement& SqliteStatement::bind(int parameter, std::string_view text)
{
    check(sqlite3_db_handle(m_statement.get()),
          sqlite3_bind_text64(m_statement.get(), parameter, text.data(), text.size(), SQLITE_STATIC,
                              SQLITE_UTF8));
    return *this;
}

SqliteStatement& SqliteStatement::bind(int parameter, std::span<std::uint8_t const> bytes)
{
    // An empty span may have no address, which would be NULL.
    auto const* const data = bytes.empty() ? static_cast<void const*>("") : bytes.data();
    check(sqlite3_db_handle(m_statement.get()),
          sqlite3_bind_blob64(m_statement.get(), parameter, data, bytes.size(), SQLITE_STATIC));
    return *this;
}

bool SqliteStatement::step()
{
    auto const code = sqlite3_step(m_statement.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        auto* const database = sqlite3_db_handle(m_statement.get());
        reset();
        fail(database, code);
    }
    return code == SQLITE_ROW;
}

void SqliteStatement::run()
{
    step();
    reset();
}

void SqliteStatement::reset() noexcept
{
    sqlite3_reset(m_statement.get());
    sqlite3_clear_bindings(m_statement.get());
}

std::int64_t SqliteStatement::integer(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

std::string_view SqliteStatement::text(int column) const
{
    auto const* const text = sqlite3_column_text(m_statement.get(), column);
    auto const size = sqlite3_column_bytes(m_statement.get(), column);
    return text == nullptr ? std::string_view{}
                           : std::string_view{reinterpret_cast<char const*>(text),
                                              static_cast<std::size_t>(size)};
}

std::span<std::uint8_t const> SqliteStatement::bytes(int column) const
{
    auto const* const bytes =
        static_cast<std::uint8_t const*>(sqlite3_column_blob(m_statement.get(), column));
    auto const size = sqlite3_column_bytes(m_statement.get(), column);
    return {bytes, bytes == nullptr ? 0 : static_cast<std::size_t>(size)};
}

SqliteDatabase::SqliteDatabase(std::filesystem::path const& file, Access access, int patience_ms)
{
    auto const how =
        access == Access::Read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    sqlite3* database = nullptr;
    auto const code = sqlite3_open_v2(file.c_str(), &database, how | SQLITE_OPEN_NOMUTEX, nullptr);
    m_database.reset(database); // also one that could not be opened
    check(database, code);
    check(database, sqlite3_busy_timeout(database, patience_ms));
}

void SqliteDatabase::run(std::string const& sql)
{
    check(m_database.get(), sqlite3_exec(m_database.get(), sql.c_str(), nullptr, nullptr, nullptr));
}

SqliteStatement SqliteDatabase::prepare(std::string_view sql)
{
    return {m_database.get(), sql};
}

std::int64_t SqliteDatabase::number(std::string_view sql)
{
    auto statement = prepare(sql);
    return statement.step() ? statement.integer(0) : 0;
}

SqliteTransaction::SqliteTransaction(SqliteDatabase& database) : m_database(database)
{
    m_database.run("BEGIN IMMEDIATE");
}

SqliteTransaction::~SqliteTransaction()
{
    if (m_is_open) {
        try {
            m_database.run("ROLLBACK");
        } catch (...) { // SQLite has done it by itself
        }
    }
}

void SqliteTransaction::commit()
{
    m_database.run("COMMIT");
    m_is_open = false;
}

} // namespace ms::store
