// SPDX-License-Identifier: MIT
#include "ows/wfs/geojson.hpp"

#include "base/json_text.hpp"
#include "ows/features/geojson.hpp"
#include "ows/features/json_value.hpp"

namespace ms::ows::wfs {

void append_geojson(std::string& out, FeatureForm const& form, FeatureRow const& row,
                    std::span<feature::Field const> fields)
{
    out.append("{\"type\":\"Feature\"");
    if (form.properties.id) {
        auto const value = row.batch.attributes[*form.properties.id][row.row];
        out.append(",\"id\":").append(json_text(form.type_name + '.' + std::string{value}));
    }
    out.append(",\"geometry\":");
    if (form.chosen.has_geometry) {
        append_json_geometry(out, row.shapes, row.row,
                             {.digits = form.gml.digits, .has_z = form.gml.has_z});
    } else {
        out.append("null");
    }
    out.append(",\"properties\":{");
    bool is_first = true;
    for (auto const index : form.chosen.items) {
        auto const& item = form.properties.items[index];
        auto const& column = row.batch.attributes[item.field];
        out.append(is_first ? "" : ",").append(json_text(item.name)).append(":");
        is_first = false;
        append_json_value(out, column, row.row,
                          item.is_typed ? item.type : fields[item.field].type);
    }
    out.append("}}");
}

} // namespace ms::ows::wfs
