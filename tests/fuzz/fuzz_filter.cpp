// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "expr/print.hpp"
#include "fes/filter.hpp"
#include "fes/write.hpp"

#include <cstdlib>
#include <string_view>

// A filter's expression can be printed and read again as the same; an expression written as a
// filter is read as one.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms;
    try {
        fes::Context const context{.layer_crs = crs::parse(std::string_view{"EPSG:4326"}),
                                   .feature_id = "id"};
        auto const condition =
            fes::parse_filter(parse_xml({reinterpret_cast<char const*>(data), size}), context);
        if (condition.is_always_true()) {
            return 0;
        }
        auto const text = expr::print(condition);
        try {
            if (expr::print(expr::parse(text)) != text) {
                std::abort();
            }
        } catch (Error const&) {
            std::abort();
        }
        if (fes::is_writable(condition)) {
            XmlWriter xml{""};
            fes::write_filter(xml, condition);
            static_cast<void>(fes::parse_filter(parse_xml(xml.take()), context));
        }
    } catch (Error const&) {
        return 0;
    }
    return 0;
}
