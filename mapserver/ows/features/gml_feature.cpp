// SPDX-License-Identifier: MIT
#include "ows/features/gml_feature.hpp"

#include "base/string.hpp"
#include "base/xml_content.hpp"
#include "base/xml_writer.hpp"
#include "ows/common/xml_time.hpp"

#include <algorithm>

namespace ms::ows {

namespace {

using feature::FieldType;

bool is_time(FieldType type) noexcept
{
    return type == FieldType::Date || type == FieldType::Time || type == FieldType::DateTime;
}

std::string id_of(FeatureForm const& form, FeatureRow const& row)
{
    return form.properties.id ? form.type_name + '.' +
                                    std::string{row.batch.attributes[*form.properties.id][row.row]}
                              : std::string{};
}

/// Writes one feature.
class Writer {
public:
    Writer(std::string& out, FeatureForm const& form, FeatureRow const& row)
        : m_out(out), m_form(form), m_row(row), m_id(id_of(form, row))
    {}

    void write_feature()
    {
        open_feature();
        if (m_form.chosen.has_geometry) {
            append_bounds(m_out, m_form.gml, "gml:boundedBy", m_row.shapes.box_of(m_row.row));
            write_geometry();
        }
        auto const& groups = m_form.properties.groups;
        for (auto const item : m_form.chosen.items) {
            bool const is_grouped = std::ranges::any_of(groups, [&](Group const& group) {
                return std::ranges::find(group.items, item) != group.items.end();
            });
            if (!is_grouped) {
                write_item(m_form.properties.items[item]);
            }
        }
        for (auto const& constant : m_form.properties.constants) {
            write_element(constant.name, constant.value);
        }
        std::ranges::for_each(groups, [&](Group const& group) { write_group(group); });
        m_out.append("</").append(m_form.prefix).append(m_form.type_name).append(">\n");
    }

    void write_property(std::string_view name)
    {
        auto const& properties = m_form.properties;
        auto const group = std::ranges::find_if(properties.groups, [&](Group const& candidate) {
            return equals_ignoring_case(candidate.name, name);
        });
        if (group != properties.groups.end()) {
            write_group(*group);
        } else if (auto const* const item = properties.find_item(name)) {
            write_item(*item);
        } else if (properties.is_geometry(name)) {
            write_geometry();
        }
    }

private:
    void open_feature()
    {
        m_out.append("<").append(m_form.prefix).append(m_form.type_name);
        if (!m_id.empty()) {
            m_out.append(m_form.gml.version == Gml::V212 ? " fid=\"" : " gml:id=\"");
            m_out.append(escape_xml(m_id)).append("\"");
        }
        m_out.append(">\n");
    }

    void write_geometry()
    {
        append_geometry(m_out, m_form.gml, m_row.shapes, m_row.row, m_form.properties.geometries,
                        m_form.prefix, m_id);
    }

    void write_group(Group const& group)
    {
        m_out.append("<").append(m_form.prefix).append(group.name).append(">\n");
        for (auto const item : group.items) {
            if (std::ranges::find(m_form.chosen.items, item) != m_form.chosen.items.end()) {
                write_item(m_form.properties.items[item]);
            }
        }
        m_out.append("</").append(m_form.prefix).append(group.name).append(">\n");
    }

    void write_element(std::string_view name, std::string_view value)
    {
        m_out.append("<").append(m_form.prefix).append(name).append(">").append(escape_xml(value));
        m_out.append("</").append(m_form.prefix).append(name).append(">\n");
    }

    void write_item(ItemProperty const& item)
    {
        auto const value = m_row.batch.attributes[item.field][m_row.row];
        if (item.form) {
            m_out.append(replace_all(*item.form, "$value", escape_xml(value))).append("\n");
        } else if (item.is_markup && is_xml_content(value)) {
            m_out.append("<").append(m_form.prefix).append(item.name).append(">").append(value);
            m_out.append("</").append(m_form.prefix).append(item.name).append(">\n");
        } else if (item.is_typed && is_time(item.type)) {
            write_time(item, xml_time(value, item.type));
        } else {
            write_element(item.name, value);
        }
    }

    /// GML 3.2.1 has elements for times (OGC 07-036, 14.2), which need an id.
    void write_time(ItemProperty const& item, std::string const& value)
    {
        if (m_form.gml.version != Gml::V321 || m_id.empty() || value.empty()) {
            write_element(item.name, value);
            return;
        }
        m_out.append("<").append(m_form.prefix).append(item.name).append(" gml:id=\"");
        m_out.append(escape_xml(m_id)).append(".").append(item.name);
        m_out.append("\"><gml:timePosition>").append(escape_xml(value));
        m_out.append("</gml:timePosition></").append(m_form.prefix).append(item.name).append(">\n");
    }

    std::string& m_out;
    FeatureForm const& m_form;
    FeatureRow const& m_row;
    std::string m_id;
};

} // namespace

void append_feature(std::string& out, FeatureForm const& form, FeatureRow const& row)
{
    Writer{out, form, row}.write_feature();
}

void append_property(std::string& out, FeatureForm const& form, FeatureRow const& row,
                     std::string_view name)
{
    Writer{out, form, row}.write_property(name);
}

void append_id(std::string& out, FeatureForm const& form, FeatureRow const& row)
{
    out.append(escape_xml(id_of(form, row)));
}

} // namespace ms::ows
