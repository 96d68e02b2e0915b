// SPDX-License-Identifier: MIT
#include "ows/ogcapi/json_schema.hpp"

namespace ms::ows::ogcapi {

Json json_schema_of(feature::FieldType type)
{
    using feature::FieldType;
    switch (type) {
    case FieldType::Boolean:
        return {{"type", "boolean"}};
    case FieldType::Integer:
    case FieldType::Long:
        return {{"type", "integer"}};
    case FieldType::Real:
        return {{"type", "number"}};
    case FieldType::Date:
        return {{"type", "string"}, {"format", "date"}};
    case FieldType::Time:
        return {{"type", "string"}, {"format", "time"}};
    case FieldType::DateTime:
        return {{"type", "string"}, {"format", "date-time"}};
    case FieldType::Text:
        break;
    }
    return {{"type", "string"}};
}

} // namespace ms::ows::ogcapi
