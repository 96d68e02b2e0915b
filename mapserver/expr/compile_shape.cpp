// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/compile.hpp"
#include "expr/functions.hpp"
#include "geometry/geos_operations.hpp"
#include "geometry/label_point.hpp"
#include "geometry/nesting.hpp"
#include "geometry/smooth.hpp"
#include "geometry/wkt.hpp"

#include <algorithm>
#include <cmath>

namespace ms::expr {

namespace {

using geometry::GeometryColumn;
using geometry::Relation;
using geometry::Shape;
using geometry::ShapeOperations;
using Operations = std::shared_ptr<ShapeOperations>;

class OfFeature final : public ShapePart {
public:
    Shape value(Row& row) override { return {&row.shapes(), row.index}; }
};

GeometryColumn parsed(std::string_view wkt)
{
    GeometryColumn column;
    // build.cpp has refused malformed ones.
    static_cast<void>(geometry::append_wkt(wkt, geometry::Kind::None, column));
    return column;
}

class FromText final : public ShapePart {
public:
    explicit FromText(GeometryColumn column) : m_column(std::move(column)) {}
    Shape value(Row&) override { return {m_column.size() == 0 ? nullptr : &m_column, 0}; }

private:
    GeometryColumn m_column;
};

/// Made anew for every row; `make` appends a feature or returns false.
template <typename Make>
class Made final : public ShapePart {
public:
    explicit Made(Make make) : m_make(std::move(make)) {}
    Shape value(Row& row) override
    {
        m_column.clear();
        bool const is_known = m_make(row, m_column) && !row.is_unknown;
        return {is_known ? &m_column : nullptr, 0};
    }

private:
    Make m_make;
    GeometryColumn m_column;
};

template <typename Make>
ShapePtr made(Make make)
{
    return std::make_unique<Made<Make>>(std::move(make));
}

using WithNumber = bool (ShapeOperations::*)(Shape, double, GeometryColumn&);
using WithShape = bool (ShapeOperations::*)(Shape, Shape, GeometryColumn&);

/// Reports, unless another function has, that a function does not support its arguments.
/// \returns false: there is no shape
bool refuse(Row& row, Refusal refusal)
{
    if (row.refusal.function.empty()) {
        row.refusal = refusal;
    }
    return false;
}

/// A function of a shape and a number, and for which of them MapServer has no answer.
struct NumberFunction {
    WithNumber make;
    std::string_view name;
    bool (*is_defined)(Shape, double);
};

ShapePtr with_number(Operations operations, NumberFunction function, ShapePtr shape,
                     NumberPtr number)
{
    return made([operations = std::move(operations), function, shape = std::move(shape),
                 number = std::move(number)](Row& row, GeometryColumn& out) {
        auto const operand = shape->value(row);
        double const value = number->value(row);
        if (!operand.exists() || row.is_unknown || std::isnan(value)) {
            return false;
        }
        return function.is_defined(operand, value)
                   ? ((*operations).*function.make)(operand, value, out)
                   : refuse(row, {function.name, ""});
    });
}

bool append_centerline(ShapeOperations& with, Row& row, Shape shape, GeometryColumn& out)
{
    constexpr std::string_view name = "centerline";
    if (!shape.exists()) {
        return false;
    }
    if (shape.kind() != geometry::Kind::Polygon) {
        return refuse(row, {name, "msGEOSCenterline(): GEOS library error. Centerlines can only be "
                                  "computed for polygon shapes."});
    }
    auto const made = with.append_centerline(shape, out);
    return made || refuse(row, {name, "msGEOSCenterline(): GEOS library error. Centerline "
                                      "generation failed, try densifying the shapes."});
}

using Rings = bool (*)(Shape, GeometryColumn&);

ShapePtr rings_of_polygons(Rings rings, std::string_view name, ShapePtr shape)
{
    return made([rings, name, shape = std::move(shape)](Row& row, GeometryColumn& out) {
        auto const operand = shape->value(row);
        bool const is_polygon = !operand.exists() || operand.kind() == geometry::Kind::Polygon;
        return is_polygon ? rings(operand, out) : refuse(row, {name, ""});
    });
}

ShapePtr label_point(ShapePtr shape)
{
    return made([finder = geometry::LabelPointFinder{},
                 shape = std::move(shape)](Row& row, GeometryColumn& out) mutable {
        auto const operand = shape->value(row);
        if (!operand.exists()) {
            return false;
        }
        if (operand.kind() != geometry::Kind::Polygon) {
            return refuse(row, {"labelpoint", ""});
        }
        auto const point = finder.find(*operand.column, operand.index);
        if (point) {
            out.points.push_back(*point);
            out.end_ring();
            out.end_part();
            out.end_feature(geometry::Kind::Point);
        }
        return point.has_value();
    });
}

ShapePtr with_shape(Operations operations, WithShape function, ShapePtr a, ShapePtr b)
{
    return made([operations = std::move(operations), function, a = std::move(a),
                 b = std::move(b)](Row& row, GeometryColumn& out) {
        auto const left = a->value(row);
        auto const right = b->value(row);
        return ((*operations).*function)(left, right, out);
    });
}

/// smoothsia(): numbers in expressions may be anything.
int count_of(double value)
{
    constexpr double most = 1000;
    return std::isnan(value) ? 0 : static_cast<int>(std::clamp(value, 0.0, most));
}

geometry::MoreVertices more_vertices(std::string_view option)
{
    return equals_ignoring_case(option, "all")     ? geometry::MoreVertices::All
           : equals_ignoring_case(option, "angle") ? geometry::MoreVertices::Angle
                                                   : geometry::MoreVertices::None;
}

class Relates final : public Condition {
public:
    Relates(Relation relation, Operations operations, ShapePtr a, ShapePtr b)
        : m_relation(relation), m_operations(std::move(operations)), m_a(std::move(a)),
          m_b(std::move(b))
    {}
    Truth test(Row& row) override
    {
        auto const a = m_a->value(row);
        auto const b = m_b->value(row);
        auto const answer = m_operations->relate(m_relation, a, b);
        return row.take_unknown() || !answer ? Truth::Unknown : truth_of(*answer);
    }

private:
    Relation m_relation;
    Operations m_operations;
    ShapePtr m_a;
    ShapePtr m_b;
};

/// With a constant shape, whose index is built once.
class RelatesToFixed final : public Condition {
public:
    RelatesToFixed(Relation relation, Operations operations, ShapePtr a,
                   std::shared_ptr<geometry::FixedShape const> fixed)
        : m_relation(relation), m_operations(std::move(operations)), m_a(std::move(a)),
          m_fixed(std::move(fixed))
    {}
    Truth test(Row& row) override
    {
        auto const a = m_a->value(row);
        auto const answer = m_operations->relate(m_relation, a, *m_fixed);
        return row.take_unknown() || !answer ? Truth::Unknown : truth_of(*answer);
    }

private:
    Relation m_relation;
    Operations m_operations; ///< outlives m_fixed, which is declared after it
    ShapePtr m_a;
    std::shared_ptr<geometry::FixedShape const> m_fixed;
};

class IsNear final : public Condition {
public:
    IsNear(bool expected, Operations operations, ShapePtr a, ShapePtr b, NumberPtr limit)
        : m_expected(expected), m_operations(std::move(operations)), m_a(std::move(a)),
          m_b(std::move(b)), m_limit(std::move(limit))
    {}
    Truth test(Row& row) override
    {
        auto const a = m_a->value(row);
        auto const b = m_b->value(row);
        auto const distance = m_operations->distance(a, b);
        double const limit = m_limit->value(row);
        return row.take_unknown() || !distance ? Truth::Unknown
                                               : truth_of((*distance <= limit) == m_expected);
    }

private:
    bool m_expected;
    Operations m_operations;
    ShapePtr m_a;
    ShapePtr m_b;
    NumberPtr m_limit;
};

std::optional<Relation> relation_of(FunctionId function)
{
    switch (function) {
    case FunctionId::Intersects:
        return Relation::Intersects;
    case FunctionId::Disjoint:
        return Relation::Disjoint;
    case FunctionId::Touches:
        return Relation::Touches;
    case FunctionId::Overlaps:
        return Relation::Overlaps;
    case FunctionId::Crosses:
        return Relation::Crosses;
    case FunctionId::Within:
        return Relation::Within;
    case FunctionId::Contains:
        return Relation::Contains;
    case FunctionId::Equals:
        return Relation::Equals;
    default:
        return std::nullopt;
    }
}

WithShape shape_function(FunctionId function)
{
    switch (function) {
    case FunctionId::Difference:
        return &ShapeOperations::append_difference;
    case FunctionId::Intersection:
        return &ShapeOperations::append_intersection;
    case FunctionId::Union:
        return &ShapeOperations::append_union;
    default:
        return nullptr;
    }
}

std::optional<NumberFunction> number_function(FunctionId function)
{
    auto const always = [](Shape, double) { return true; };
    auto const not_negative = [](Shape, double tolerance) { return tolerance >= 0; };
    auto const by_something = [](Shape shape, double longest) {
        return longest > 0 && shape.kind() != geometry::Kind::Point;
    };
    switch (function) {
    case FunctionId::Buffer:
        return NumberFunction{&ShapeOperations::append_buffer, "buffer", always};
    case FunctionId::Simplify:
        return NumberFunction{&ShapeOperations::append_simplified, "simplify", not_negative};
    case FunctionId::SimplifyPt:
        return NumberFunction{&ShapeOperations::append_simplified_validly, "simplifypt",
                              not_negative};
    case FunctionId::Densify:
        return NumberFunction{&ShapeOperations::append_densified, "densify", by_something};
    default:
        return std::nullopt;
    }
}

} // namespace

std::shared_ptr<geometry::ShapeOperations> const& Compiler::operations() const
{
    if (!m_operations) {
        m_operations = std::make_shared<ShapeOperations>();
    }
    return m_operations;
}

ConditionPtr Compiler::predicate(Call const& call) const
{
    auto const& arguments = call.arguments;
    if (call.function == FunctionId::DWithin || call.function == FunctionId::Beyond) {
        return std::make_unique<IsNear>(call.function == FunctionId::DWithin, operations(),
                                        shape(*arguments[0]), shape(*arguments[1]),
                                        number(*arguments[2]));
    }
    auto const relation = relation_of(call.function);
    auto a = shape(*arguments[0]);
    auto b = shape(*arguments[1]);
    auto const* const constant = std::get_if<Call>(&arguments[1]->value);
    if (constant != nullptr && constant->function == FunctionId::FromText) {
        Row none{};
        if (auto fixed = operations()->fix(b->value(none))) {
            return std::make_unique<RelatesToFixed>(relation.value(), operations(), std::move(a),
                                                    std::move(fixed));
        }
    }
    return std::make_unique<Relates>(relation.value(), operations(), std::move(a), std::move(b));
}

ShapePtr Compiler::shape(Node const& node) const
{
    if (std::holds_alternative<ShapeOfFeature>(node.value)) {
        return std::make_unique<OfFeature>();
    }
    return shape_call(std::get<Call>(node.value));
}

ShapePtr Compiler::shape_call(Call const& call) const
{
    auto const& arguments = call.arguments;
    if (call.function == FunctionId::JavaScript) {
        throw Error{ErrorKind::BadMapfile, "javascript() is not supported"};
    }
    if (call.function == FunctionId::FromText) {
        return std::make_unique<FromText>(parsed(std::get<TextLiteral>(arguments[0]->value).value));
    }
    auto first = shape(*arguments[0]);
    if (auto const function = shape_function(call.function)) {
        return with_shape(operations(), function, std::move(first), shape(*arguments[1]));
    }
    if (auto const function = number_function(call.function)) {
        return with_number(operations(), *function, std::move(first), number(*arguments[1]));
    }
    switch (call.function) {
    case FunctionId::Generalize:
        return made([shape = std::move(first),
                     tolerance = number(*arguments[1])](Row& row, GeometryColumn& out) {
            auto const operand = shape->value(row);
            return geometry::append_generalized(operand, tolerance->value(row), out);
        });
    case FunctionId::CenterLine:
        return made([shape = std::move(first), with = operations()](Row& row, GeometryColumn& out) {
            return append_centerline(*with, row, shape->value(row), out);
        });
    case FunctionId::Inner:
        return rings_of_polygons(geometry::append_inner_rings, "inner", std::move(first));
    case FunctionId::Outer:
        return rings_of_polygons(geometry::append_outer_rings, "outer", std::move(first));
    case FunctionId::LabelPoint:
        return label_point(std::move(first));
    default:
        return smoothed(call, std::move(first));
    }
}

ShapePtr Compiler::smoothed(Call const& call, ShapePtr inner) const
{
    auto const& arguments = call.arguments;
    auto window = arguments.size() > 1 ? number(*arguments[1]) : nullptr;
    auto iterations = arguments.size() > 2 ? number(*arguments[2]) : nullptr;
    auto option = arguments.size() > 3 ? text(*arguments[3]) : nullptr;
    return made([shape = std::move(inner), window = std::move(window),
                 iterations = std::move(iterations),
                 option = std::move(option)](Row& row, GeometryColumn& out) {
        geometry::Smoothing smoothing;
        auto const operand = shape->value(row);
        if (window) {
            smoothing.window = count_of(window->value(row));
        }
        if (iterations) {
            smoothing.iterations = count_of(iterations->value(row));
        }
        if (option) {
            smoothing.more_vertices = more_vertices(option->value(row));
        }
        return geometry::append_smoothed(operand, smoothing, out);
    });
}

} // namespace ms::expr
