// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/utf8.hpp"
#include "cql2/cql2.hpp"
#include "expr/bind.hpp"
#include "expr/print.hpp"

#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

using namespace ms;

std::optional<cql2::Queryable> queryable(std::string_view name)
{
    using enum expr::Type;
    return name == "s"      ? std::optional{cql2::Queryable{"s", Text}}
           : name == "n"    ? std::optional{cql2::Queryable{"n", Number}}
           : name == "t"    ? std::optional{cql2::Queryable{"t", Time}}
           : name == "flag" ? std::optional{cql2::Queryable{"flag", Boolean}}
           : name == "geom" ? std::optional{cql2::Queryable{{}, Shape}}
                            : std::nullopt;
}

/// Two features: one with values, one of NULLs without a shape.
feature::FeatureBatch rows()
{
    feature::FeatureBatch batch;
    batch.reset(4);
    for (auto& column : batch.attributes) {
        column.append("2024-02-29");
        column.append_null();
    }
    batch.geometry.points = {{5e5, 5e6}};
    batch.geometry.end_ring();
    batch.geometry.end_part();
    batch.geometry.end_feature(geometry::Kind::Point);
    batch.geometry.end_feature(geometry::Kind::None);
    return batch;
}

} // namespace

// A filter's expression can be evaluated, printed and read again as the same; errors are UTF-8.
// Text that begins with a brace or bracket is JSON.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const text{reinterpret_cast<char const*>(data), size};
    auto const language = text.starts_with('{') || text.starts_with('[') ? cql2::Language::Json
                                                                         : cql2::Language::Text;
    static cql2::Context const context{.queryable = queryable,
                                       .layer_crs = crs::parse(std::string_view{"EPSG:32632"}),
                                       .filter_crs = crs::parse(std::string_view{"EPSG:4326"})};
    static std::vector<std::string> const columns{"s", "n", "t", "flag"};
    static auto const batch = rows();
    expr::Expression condition;
    try {
        condition = cql2::parse(text, language, context);
    } catch (Error const& error) {
        if (error.kind() != ErrorKind::BadRequest || valid_utf8(error.what()) != error.what()) {
            std::abort();
        }
        return 0;
    }
    try {
        auto const printed = expr::print(condition);
        if (expr::print(expr::parse(printed)) != printed) {
            std::abort();
        }
        expr::Bound bound{condition, columns};
        static_cast<void>(bound.is_true(batch, 0));
        static_cast<void>(bound.is_true(batch, 1));
    } catch (Error const&) {
        std::abort();
    }
    return 0;
}
