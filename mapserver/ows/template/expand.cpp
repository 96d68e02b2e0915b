// SPDX-License-Identifier: MIT
#include "ows/template/expand.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "ows/template/joins.hpp"
#include "ows/template/values.hpp"

#include <algorithm>

namespace ms::ows::tmpl {

namespace {

constexpr std::string_view blanks = " \t\r\n";

class Expander {
public:
    /// \param text whose unsent part `out` is, or nullptr
    Expander(Page const& page, Joins& joins, std::string& out, GrowingText* text)
        : m_page(page), m_joins(joins), m_out(out), m_text(text)
    {}

    void write(std::span<Node const> nodes, Place const& place)
    {
        for (auto const& node : nodes) {
            work(m_page.call.services.budget);
            switch (node.kind) {
            case Node::Kind::Text:
                put(node.text);
                break;
            case Node::Kind::Tag:
                put(value(place, node.tag).value_or(node.tag.text));
                break;
            case Node::Kind::Block:
                write_block(node, place);
                break;
            }
        }
    }

private:
    void put(std::string_view text)
    {
        check_page_size(m_page, m_out.size() + text.size());
        m_out += text;
    }

    [[nodiscard]] std::optional<std::string> value(Place const& place, Tag const& tag)
    {
        if (place.found != nullptr) {
            if (auto text = m_joins.value(place, tag)) {
                return text;
            }
            if (auto text = feature_value(m_page, place, tag)) {
                return text;
            }
        }
        if (auto text = selection_value(m_page, place, tag)) {
            return text;
        }
        if (auto text = map_value(m_page, tag)) {
            return text;
        }
        return named_value(m_page, tag);
    }

    void write_block(Node const& block, Place const& place)
    {
        auto const& name = block.tag.name;
        if (equals_ignoring_case(name, "resultset")) {
            write_resultset(block);
        } else if (equals_ignoring_case(name, "feature") && place.layer != nullptr) {
            write_features(block, place);
        } else if (equals_ignoring_case(name, "if")) {
            write(holds(block.tag, place) ? block.children : block.otherwise, place);
        } else {
            // Blocks of other templates: as they are written.
            put(block.tag.text);
            write(block.children, place);
            put("[/" + name + "]");
        }
    }

    void write_resultset(Node const& block)
    {
        auto const requested = block.tag.value("layer", "");
        auto const& layers = m_page.call.map->layers;
        if (std::ranges::none_of(
                layers, [&](mapfile::Layer const& layer) { return layer.name == requested; })) {
            throw Error{ErrorKind::BadMapfile,
                        "template: [resultset]: layer \"" + requested + "\" does not exist"};
        }
        for (auto const& picked : m_page.selection.layers) {
            if (picked.definition.name == requested) {
                write(block.children, {.layer = &picked});
                return;
            }
        }
        put(block.tag.value("nodata", ""));
    }

    void write_features(Node const& block, Place place)
    {
        auto const limit = parse_int(block.tag.value("limit", "")).value_or(-1);
        auto const trimmed = block.tag.value("trimlast", "");
        bool const is_limited = limit >= 0;
        place.number = 0;
        render::PickedReader reader{*place.layer};
        while (!is_limited || place.number < static_cast<std::size_t>(limit)) {
            place.found = reader.next();
            if (place.found == nullptr) {
                break;
            }
            auto const left = static_cast<std::size_t>(limit) - place.number;
            auto const count =
                is_limited ? std::min(place.found->size(), left) : place.found->size();
            for (place.row = 0; place.row < count; ++place.row) {
                m_page.call.services.deadline.check();
                ++place.number;
                write(block.children, place);
                pass_on(trimmed);
            }
        }
        if (place.number > 0 && !trimmed.empty()) {
            trim_last(trimmed);
        }
    }

    /// Sends what has been written, except what trimlast= may remove.
    void pass_on(std::string_view trimmed)
    {
        if (m_text == nullptr) {
            return;
        }
        auto const end = trimmed.empty() ? m_out.size() : m_out.find_last_not_of(blanks) + 1;
        auto const tail = m_out.substr(end - std::min(end, trimmed.size()));
        m_out.resize(m_out.size() - tail.size());
        m_text->pass_on();
        m_out += tail;
    }

    /// trimlast="," removes the separator after the last feature, and blanks after it.
    void trim_last(std::string_view text)
    {
        auto const end = m_out.find_last_not_of(blanks);
        auto const kept = std::string_view{m_out}.substr(0, end + 1);
        if (end != std::string::npos && kept.ends_with(text)) {
            m_out.resize(kept.size() - text.size());
        }
    }

    /// [if name= oper=eq|neq|isset|isnull value=].
    [[nodiscard]] bool holds(Tag const& condition, Place const& place)
    {
        Tag parameter_tag;
        parameter_tag.name = condition.value("name", "");
        parameter_tag.attributes.emplace_back("escape", "none");
        return compares(condition, plain_value(parameter_tag, place));
    }

    /// A value for comparing: as it is, without any escaping.
    [[nodiscard]] std::optional<std::string> plain_value(Tag const& parameter_tag,
                                                         Place const& place)
    {
        if (place.found != nullptr) {
            auto const& fields = place.layer->fields;
            for (std::size_t i = 0; i < fields.size(); ++i) {
                if (fields[i].name == parameter_tag.name) {
                    return std::string{place.attribute(i)};
                }
            }
        }
        if (auto const* const parameter = m_page.call.parameters().last(parameter_tag.name)) {
            return *parameter;
        }
        return value(place, parameter_tag);
    }

    Page const& m_page;
    Joins& m_joins;
    std::string& m_out;
    GrowingText* m_text;
};

} // namespace

bool compares(Tag const& condition, std::optional<std::string> const& found)
{
    auto const oper = condition.value("oper", "eq");
    bool const is_set = found && !found->empty();
    if (equals_ignoring_case(oper, "isset")) {
        return is_set;
    }
    if (equals_ignoring_case(oper, "isnull")) {
        return !is_set;
    }
    bool const is_equal = found.value_or("") == condition.value("value", "");
    return equals_ignoring_case(oper, "neq") ? !is_equal : is_equal;
}

std::string expand(std::span<Node const> nodes, Page const& page, Place const& place)
{
    std::string out;
    TemplateFiles files{*page.call.map};
    Joins joins{page, files};
    Expander{page, joins, out, nullptr}.write(nodes, place);
    return out;
}

void expand(std::span<Node const> nodes, Page const& page, Place const& place, Joins& joins,
            GrowingText& to)
{
    Expander{page, joins, to.unsent(), &to}.write(nodes, place);
}

} // namespace ms::ows::tmpl
