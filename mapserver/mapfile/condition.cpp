// SPDX-License-Identifier: MIT
#include "mapfile/condition.hpp"

#include "base/error.hpp"

namespace ms::mapfile {

namespace {

std::string_view need_item(std::string_view item)
{
    if (item.empty()) {
        throw Error{ErrorKind::BadMapfile,
                    "a string, regex or list needs CLASSITEM (or FILTERITEM) to compare with"};
    }
    return item;
}

} // namespace

expr::Expression condition_of(Expression const& expression, std::string_view item)
{
    using enum ExpressionKind;
    if (expression.text.empty()) { // also what a request makes of "%value%"
        return {};
    }
    switch (expression.kind) {
    case None:
        break;
    case String:
        return expr::equals(need_item(item), expression.text, expression.ignore_case);
    case Regex:
        return expr::matches(need_item(item), expression.text, expression.ignore_case);
    case List:
        return expr::is_in_list(need_item(item), expression.text);
    case Logical:
        return expr::parse(expression.text);
    }
    return {};
}

std::string_view item_of_classes(Layer const& layer) noexcept
{
    bool const is_pixel = layer.type == LayerType::Raster && layer.class_item.empty();
    return is_pixel ? std::string_view{"pixel"} : std::string_view{layer.class_item};
}

} // namespace ms::mapfile
