// SPDX-License-Identifier: MIT
#include "fes/filter.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/build.hpp"
#include "expr/filter_cost.hpp"
#include "expr/functions.hpp"
#include "fes/geometry.hpp"
#include "fes/like_pattern.hpp"
#include "fes/refuse.hpp"

#include <algorithm>
#include <array>

namespace ms::fes {

namespace {

using expr::FunctionId;
using expr::NodePtr;
using expr::Operator;
using expr::Type;
using Children = std::vector<XmlNode const*>;

constexpr std::size_t max_ids = 1000;

Children elements(XmlNode const& node)
{
    Children found;
    for (auto const& child : node.children) {
        if (!child.is_text()) {
            found.push_back(&child);
        }
    }
    return found;
}

struct Comparison {
    std::string_view name;
    Operator op;
};

constexpr std::array comparisons{
    Comparison{"PropertyIsEqualTo", Operator::Equal},
    Comparison{"PropertyIsNotEqualTo", Operator::NotEqual},
    Comparison{"PropertyIsLessThan", Operator::Less},
    Comparison{"PropertyIsGreaterThan", Operator::Greater},
    Comparison{"PropertyIsLessThanOrEqualTo", Operator::LessEqual},
    Comparison{"PropertyIsGreaterThanOrEqualTo", Operator::GreaterEqual},
};

struct Spatial {
    std::string_view name;
    FunctionId function;
};

constexpr std::array spatials{
    Spatial{"BBOX", FunctionId::Intersects},      Spatial{"Intersects", FunctionId::Intersects},
    Spatial{"Intersect", FunctionId::Intersects}, // as FES 1.0.0's drafts, and clients, write it
    Spatial{"Disjoint", FunctionId::Disjoint},    Spatial{"Touches", FunctionId::Touches},
    Spatial{"Overlaps", FunctionId::Overlaps},    Spatial{"Crosses", FunctionId::Crosses},
    Spatial{"Within", FunctionId::Within},        Spatial{"Contains", FunctionId::Contains},
    Spatial{"Equals", FunctionId::Equals},        Spatial{"DWithin", FunctionId::DWithin},
    Spatial{"Beyond", FunctionId::Beyond},
};

struct Temporal {
    std::string_view name;
    Operator op;
};

constexpr std::array temporals{
    Temporal{"After", Operator::Greater},
    Temporal{"Before", Operator::Less},
    Temporal{"TEquals", Operator::Equal},
};

struct Unit {
    std::string_view name;
    double meters;
};

constexpr std::array distance_units{
    Unit{"m", 1},         Unit{"meter", 1},     Unit{"metre", 1},         Unit{"meters", 1},
    Unit{"metres", 1},    Unit{"km", 1000},     Unit{"kilometers", 1000}, Unit{"ft", 0.3048},
    Unit{"feet", 0.3048}, Unit{"mi", 1609.344}, Unit{"miles", 1609.344},  Unit{"nm", 1852},
    Unit{"nmi", 1852},
};

constexpr std::array<std::string_view, 3> degree_units{"dd", "degree", "degrees"};
constexpr double meters_per_degree = 111118.749; ///< MapServer's: 4374754 inches

/// Translates one filter.
class Translator {
public:
    explicit Translator(Context const& context)
        : m_context(context), m_systems(context.layer_crs), m_cost(context.budget)
    {}

    NodePtr condition(XmlNode const& node)
    {
        m_cost.add_operator();
        try {
            return dispatch(node);
        } catch (Error const& error) {
            if (error.kind() != ErrorKind::BadMapfile) {
                throw;
            }
            refuse("<" + node.name + ">: " + error.what()); // the tree's complaint
        }
    }

    /// Adjacent FeatureIds are combined with OR; other operators occur alone.
    NodePtr conditions(XmlNode const& filter)
    {
        auto const children = elements(filter);
        if (children.empty()) {
            return nullptr;
        }
        if (is_identifier(*children.front())) {
            return identifiers(children);
        }
        if (children.size() > 1) {
            refuse("<" + filter.name + "> holds more than one operator");
        }
        return condition(*children.front());
    }

private:
    NodePtr dispatch(XmlNode const& node)
    {
        auto const& name = node.name;
        // Clients write AND as well, which MapServer takes.
        bool const is_and = equals_ignoring_case(name, "And");
        if (is_and || equals_ignoring_case(name, "Or")) {
            return logical(node, is_and ? Operator::And : Operator::Or);
        }
        if (equals_ignoring_case(name, "Not")) {
            auto const children = elements(node);
            if (children.size() != 1) {
                refuse("<Not> needs one operator");
            }
            return expr::build_operation(Operator::Not, {condition(*children[0])}, 0);
        }
        if (is_identifier(node)) {
            return identifiers({&node});
        }
        if (auto const* const row = std::ranges::find(comparisons, name, &Comparison::name);
            row != comparisons.end()) {
            return comparison(node, row->op);
        }
        if (auto const* const row = std::ranges::find(spatials, name, &Spatial::name);
            row != spatials.end()) {
            return spatial(node, row->function);
        }
        if (auto const* const row = std::ranges::find(temporals, name, &Temporal::name);
            row != temporals.end()) {
            return temporal(node, row->op);
        }
        return other(node);
    }

    NodePtr other(XmlNode const& node)
    {
        auto const& name = node.name;
        if (name == "PropertyIsLike") {
            return like(node);
        }
        if (name == "PropertyIsBetween") {
            return between(node);
        }
        if (name == "PropertyIsNull" || name == "PropertyIsNil") {
            auto const null = expr::make_node(expr::TextLiteral{.is_null = true}, Type::Text);
            return expr::build_comparison(Operator::Equal, as_text(property(node)), null, 0);
        }
        if (name == "During") {
            return during(node);
        }
        refuse("the operator <" + name.substr(0, 60) + "> is not known");
    }

    NodePtr logical(XmlNode const& node, Operator op)
    {
        std::vector<NodePtr> all;
        for (auto const* const child : elements(node)) {
            all.push_back(condition(*child));
        }
        if (all.empty()) {
            refuse("<" + node.name + "> is empty");
        }
        return all.size() == 1 ? all.front() : expr::build_operation(op, std::move(all), 0);
    }

    NodePtr comparison(XmlNode const& node, Operator op)
    {
        auto const children = elements(node);
        if (children.size() != 2) {
            refuse("<" + node.name + "> needs two operands");
        }
        auto left = parse_value(*children[0]);
        auto right = parse_value(*children[1]);
        auto const* const match_case = node.attribute("matchCase");
        bool const ignores_case =
            match_case != nullptr && (*match_case == "false" || *match_case == "0");
        if (is_attribute(left) && is_attribute(right)) {
            return of_attributes(op, left, right, ignores_case);
        }
        right = typed(left, right, *children[1]);
        left = typed(right, left, *children[0]);
        return of_values(op, left, right, ignores_case);
    }

    static NodePtr of_values(Operator op, NodePtr const& left, NodePtr const& right,
                             bool ignores_case)
    {
        if (ignores_case && (op == Operator::Equal || op == Operator::NotEqual) &&
            (is_text(left) || is_text(right))) {
            auto equal = expr::build_comparison(Operator::EqualIgnoringCase, left, right, 0);
            return op == Operator::Equal ? equal : expr::build_operation(Operator::Not, {equal}, 0);
        }
        return expr::build_comparison(op, left, right, 0);
    }

    /// Two attributes: numbers if both hold numbers, else texts. If their types are not known, the
    /// values of each feature decide.
    NodePtr of_attributes(Operator op, NodePtr const& left, NodePtr const& right, bool ignores_case)
    {
        auto const a = type_of(left);
        auto const b = type_of(right);
        auto const texts = of_values(op, as_text(left), as_text(right), ignores_case);
        if (a == Type::Text || b == Type::Text) {
            return texts;
        }
        auto const numbers = expr::build_comparison(op, left, right, 0);
        if (a == Type::Number && b == Type::Number) {
            return numbers;
        }
        m_cost.add_operator();
        auto const holds_number = [](NodePtr const& attribute) {
            constexpr std::string_view number =
                R"(^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$)";
            return expr::build_match(Operator::Match, as_text(attribute), number, 0);
        };
        auto const are_numbers =
            expr::build_operation(Operator::And, {holds_number(left), holds_number(right)}, 0);
        return expr::build_operation(
            Operator::Or,
            {expr::build_operation(Operator::And, {are_numbers, numbers}, 0),
             expr::build_operation(Operator::And,
                                   {expr::build_operation(Operator::Not, {are_numbers}, 0), texts},
                                   0)},
            0);
    }

    std::optional<Type> type_of(NodePtr const& attribute) const
    {
        return m_context.type_of
                   ? m_context.type_of(std::get<expr::Attribute>(attribute->value).name)
                   : std::nullopt;
    }

    static bool is_attribute(NodePtr const& node) noexcept
    {
        return std::holds_alternative<expr::Attribute>(node->value);
    }

    /// A literal that looks like a number stays text next to an attribute of type text.
    NodePtr typed(NodePtr const& beside, NodePtr const& value, XmlNode const& node) const
    {
        auto const* const attribute = std::get_if<expr::Attribute>(&beside->value);
        bool const is_number = std::holds_alternative<expr::NumberLiteral>(value->value);
        return is_number && attribute != nullptr && m_context.is_text &&
                       m_context.is_text(attribute->name)
                   ? text(node.text())
                   : value;
    }

    NodePtr like(XmlNode const& node)
    {
        auto const* const literal = node.child("Literal");
        if (literal == nullptr) {
            refuse("<PropertyIsLike> has no <Literal>");
        }
        auto const* const match_case = node.attribute("matchCase");
        bool const ignores_case =
            match_case != nullptr && (*match_case == "false" || *match_case == "0");
        return expr::build_match(ignores_case ? Operator::MatchIgnoringCase : Operator::Match,
                                 as_text(property(node)), regex_of_like(node, literal->text()), 0);
    }

    NodePtr between(XmlNode const& node)
    {
        auto const bound = [&](char const* name, Operator op) {
            auto const* const boundary = node.child(name);
            auto const values = boundary == nullptr ? Children{} : elements(*boundary);
            NodePtr value;
            if (values.size() == 1) {
                value = parse_value(*values[0]);
            } else if (boundary != nullptr && !boundary->text().empty()) {
                XmlNode literal{.name = "Literal", .children = boundary->children};
                value = parse_value(literal); // FES 1.0 clients leave <Literal> out
            } else {
                refuse("<PropertyIsBetween> needs a <" + std::string{name} + ">");
            }
            auto const subject = operand(node);
            if (is_attribute(subject) && is_attribute(value)) {
                return of_attributes(op, subject, value, false);
            }
            return expr::build_comparison(
                op, subject, values.size() == 1 ? typed(subject, value, *values[0]) : value, 0);
        };
        return expr::build_operation(Operator::And,
                                     {bound("LowerBoundary", Operator::GreaterEqual),
                                      bound("UpperBoundary", Operator::LessEqual)},
                                     0);
    }

    NodePtr spatial(XmlNode const& node, FunctionId function)
    {
        XmlNode const* geometry = nullptr;
        for (auto const* const child : elements(node)) {
            if (is_geometry(*child)) {
                geometry = child;
            }
        }
        if (geometry == nullptr) {
            refuse("<" + node.name + "> has no geometry");
        }
        m_cost.add_geometry();
        auto wkt = to_wkt(*geometry, m_systems);
        m_cost.keep_text(wkt.size());
        auto shape =
            expr::build_call(expr::function_of(FunctionId::FromText), {text(std::move(wkt))}, 0);
        std::vector<NodePtr> arguments{expr::make_node(expr::ShapeOfFeature{}, Type::Shape),
                                       std::move(shape)};
        if (function == FunctionId::DWithin || function == FunctionId::Beyond) {
            arguments.push_back(expr::make_node(expr::NumberLiteral{distance(node)}, Type::Number));
        }
        return expr::build_call(expr::function_of(function), std::move(arguments), 0);
    }

    /// In units of the layer.
    double distance(XmlNode const& node) const
    {
        auto const* const element = node.child("Distance");
        auto const value = element == nullptr ? std::nullopt : parse_double(element->text());
        if (!value || *value < 0) {
            refuse("<" + node.name + "> needs a <Distance>");
        }
        auto const* unit = element->attribute("units");
        unit = unit == nullptr ? element->attribute("uom") : unit;
        if (unit == nullptr || !m_context.layer_crs.is_defined()) {
            return *value;
        }
        auto const is_unit = [&](std::string_view name) {
            return equals_ignoring_case(name, *unit);
        };
        if (std::ranges::any_of(degree_units, is_unit)) {
            return m_context.layer_crs.is_geographic()
                       ? *value
                       : *value * meters_per_degree / m_context.layer_crs.meters_per_unit();
        }
        auto const* const row = std::ranges::find_if(distance_units, is_unit, &Unit::name);
        return row == distance_units.end()
                   ? *value
                   : *value * row->meters / m_context.layer_crs.meters_per_unit();
    }

    NodePtr temporal(XmlNode const& node, Operator op)
    {
        return expr::build_comparison(op, as_time(property(node)), text(time_text(node)), 0);
    }

    NodePtr during(XmlNode const& node)
    {
        auto const* const period = node.child("TimePeriod");
        auto const end = [&](char const* name) {
            auto const* const element = period == nullptr ? nullptr : period->child(name);
            return element == nullptr ? std::string{} : time_text(*element);
        };
        auto begin = end("beginPosition");
        begin = begin.empty() ? end("begin") : begin;
        auto finish = end("endPosition");
        finish = finish.empty() ? end("end") : finish;
        auto const subject = as_time(property(node));
        // Both ends are in it, as in MapServer; ISO 19108 has them outside.
        return expr::build_operation(
            Operator::And,
            {expr::build_comparison(Operator::GreaterEqual, subject, text(begin), 0),
             expr::build_comparison(Operator::LessEqual, subject, text(finish), 0)},
            0);
    }

    /// The time written in an element, as text, Literal or gml:TimeInstant.
    static std::string time_text(XmlNode const& node)
    {
        for (auto const* const path : {"Literal", "TimeInstant/timePosition", "timePosition"}) {
            if (auto text = node.text_of(path); !text.empty()) {
                return text;
            }
        }
        return node.text();
    }

    static bool is_identifier(XmlNode const& node) noexcept
    {
        return node.name == "FeatureId" || node.name == "GmlObjectId" || node.name == "ResourceId";
    }

    /// "roads.17" or "17": the part after the layer's name. A layer without gml_featureid has no
    /// such features.
    NodePtr identifiers(Children const& nodes)
    {
        auto const subject =
            expr::make_node(expr::Attribute{m_context.feature_id, Type::Text}, Type::Text);
        std::vector<NodePtr> any;
        for (auto const* const node : nodes) {
            std::string const* id = nullptr;
            for (auto const* const name : {"fid", "rid", "id"}) {
                id = id == nullptr ? node->attribute(name) : id;
            }
            if (!is_identifier(*node) || id == nullptr || nodes.size() > max_ids) {
                refuse(
                    "identifiers stand beside other operators, lack their value or are too many");
            }
            auto const value = id->substr(id->rfind('.') + 1);
            any.push_back(expr::build_comparison(Operator::Equal, subject, text(value), 0));
        }
        if (m_context.feature_id.empty()) { // as in MapServer
            return expr::make_node(expr::NumberLiteral{0}, Type::Boolean);
        }
        return any.size() == 1 ? any.front() : expr::build_operation(Operator::Or, any, 0);
    }

    /// The attribute that an operator with its own element compares.
    static NodePtr property(XmlNode const& node)
    {
        for (auto const* const name : {"PropertyName", "ValueReference"}) {
            if (auto const* const child = node.child(name)) {
                return parse_value(*child);
            }
        }
        refuse("<" + node.name + "> has no <PropertyName>");
    }

    /// The first operand, an attribute or an expression.
    static NodePtr operand(XmlNode const& node)
    {
        for (auto const* const child : elements(node)) {
            if (child->name != "LowerBoundary" && child->name != "UpperBoundary") {
                return parse_value(*child);
            }
        }
        refuse("<" + node.name + "> has nothing to compare");
    }

    static NodePtr as(NodePtr const& node, Type type)
    {
        auto const& name = std::get<expr::Attribute>(node->value).name;
        return expr::make_node(expr::Attribute{name, type}, type);
    }
    static NodePtr as_text(NodePtr const& node) { return as(node, Type::Text); }
    static NodePtr as_time(NodePtr const& node) { return as(node, Type::Time); }
    static NodePtr text(std::string value)
    {
        return expr::make_node(expr::TextLiteral{std::move(value)}, Type::Text);
    }
    static bool is_text(NodePtr const& node) noexcept { return node->type == Type::Text; }

    Context const& m_context;
    NamedSystems m_systems;
    expr::FilterCost m_cost;
};

} // namespace

expr::Expression parse_filter(XmlNode const& filter, Context const& context)
{
    check_reference_systems(filter);
    return expr::Expression{Translator{context}.conditions(filter)};
}

} // namespace ms::fes
