// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The geometries in tests/data/edge, written by PostGIS.

#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ms::geometry::test {

using Row = std::map<std::string, std::string>;

inline std::vector<std::string> csv_fields(std::string_view line)
{
    std::vector<std::string> fields(1);
    bool is_quoted = false;
    for (char const c : line) {
        if (c == '"') {
            is_quoted = !is_quoted;
        } else if (c == ',' && !is_quoted) {
            fields.emplace_back();
        } else {
            fields.back() += c;
        }
    }
    return fields;
}

/// \param name a file of tests/data/edge, without .csv.gz
inline std::vector<Row> edge_rows(std::string const& name)
{
    auto const command = "gzip -dc '" MS_SOURCE_DIR "/tests/data/edge/" + name + ".csv.gz'";
    std::unique_ptr<FILE, int (*)(FILE*)> const pipe{popen(command.c_str(), "r"), pclose};
    std::string text;
    std::vector<char> block(1U << 16U);
    while (auto const size = std::fread(block.data(), 1, block.size(), pipe.get())) {
        text.append(block.data(), size);
    }
    std::vector<Row> rows;
    std::vector<std::string> names;
    for (std::size_t start = 0; start < text.size();) {
        auto const end = text.find('\n', start);
        auto const fields = csv_fields(std::string_view{text}.substr(start, end - start));
        start = end + 1;
        if (names.empty()) {
            names = fields;
            continue;
        }
        Row row;
        for (std::size_t i = 0; i < names.size(); ++i) {
            row[names[i]] = fields.at(i);
        }
        rows.push_back(std::move(row));
    }
    if (rows.empty()) {
        throw std::runtime_error{"no rows in " + name};
    }
    return rows;
}

/// Whether PostGIS's name of the type is one of the seven simple ones (not a curve or surface).
inline bool is_simple_type(std::string const& ewkt)
{
    for (auto const* const word : {"CURVE", "CIRCULAR", "SURFACE", "TIN", "TRIANGLE"}) {
        if (ewkt.find(word) != std::string::npos) {
            return false;
        }
    }
    return true;
}

} // namespace ms::geometry::test
