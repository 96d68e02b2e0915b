// SPDX-License-Identifier: MIT
#include "load/html_page.hpp"

#include "base/string.hpp"
#include "base/xml_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace ms::load {

namespace {

constexpr std::string_view prolog = "<!DOCTYPE html>\n";
constexpr std::string_view style =
    "body{font:15px/1.4 sans-serif;margin:2em auto;max-width:70em;padding:0 1em;color:#222}"
    "table{border-collapse:collapse;margin:1em 0}"
    "th,td{border-bottom:1px solid #ccc;padding:.2em .7em;text-align:right}th{background:#f3f3f3}"
    "svg{margin:0 1em 1em 0}svg text{font:11px sans-serif;fill:#444}";

/// Distinguishable with and without colour vision (Okabe & Ito 2008).
constexpr std::array<std::string_view, 7> line_colors{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                      "#e69f00", "#56b4e9", "#000000"};

struct Line {
    std::string name;
    std::vector<std::pair<double, double>> points;
};

std::optional<double> first_number(std::string_view cell)
{
    return parse_double(cell.substr(0, cell.find(' ')));
}

std::size_t column_of(Table const& table, std::string_view name)
{
    auto const found = std::ranges::find(table.columns, name);
    return static_cast<std::size_t>(found - table.columns.begin());
}

std::string_view cell_of(std::vector<std::string> const& row, std::size_t column)
{
    return column < row.size() ? std::string_view{row[column]} : std::string_view{};
}

/// The lines of the rows that have `value` in the plot's column `each`.
std::vector<Line> lines_of(Table const& table, std::string_view value)
{
    auto const& plot = *table.plot;
    auto const each = column_of(table, plot.each);
    auto const x_column = column_of(table, plot.x);
    std::vector<Line> lines;
    for (auto const& name : plot.y) {
        Line line{name, {}};
        auto const y_column = column_of(table, name);
        for (auto const& row : table.rows) {
            auto const x = first_number(cell_of(row, x_column));
            auto const y = first_number(cell_of(row, y_column));
            if (cell_of(row, each) == value && x && y) {
                line.points.emplace_back(*x, *y);
            }
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

/// 1, 2 or 5 times a power of ten, for about four steps up to `top`.
double step_of(double top)
{
    double const rough = top / 4;
    double const power = std::pow(10, std::floor(std::log10(rough)));
    for (double const factor : {1.0, 2.0, 5.0}) {
        if (rough <= factor * power) {
            return factor * power;
        }
    }
    return 10 * power;
}

std::string number(double value)
{
    return fmt::format("{:.1f}", value);
}

/// Both axes from zero, so that nothing looks like more than it is.
class Chart {
public:
    Chart(std::string title, std::vector<Line> lines)
        : m_title(std::move(title)), m_lines(std::move(lines))
    {
        for (auto const& line : m_lines) {
            for (auto const& [x, y] : line.points) {
                m_max_x = std::max(m_max_x, x);
                m_max_y = std::max(m_max_y, y);
            }
        }
    }

    void write(XmlWriter& out) const
    {
        if (m_max_x <= 0 || m_max_y <= 0) {
            return;
        }
        out.open("svg")
            .attribute("xmlns", "http://www.w3.org/2000/svg")
            .attribute("width", number(width))
            .attribute("height", number(height));
        write_text(out, left, 14, "start", m_title);
        write_grid(out);
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            write_line(out, i);
        }
        out.close();
    }

private:
    static constexpr double width = 420, height = 260;
    static constexpr double left = 60, right = 400, top = 28, bottom = 200;

    [[nodiscard]] double at_x(double x) const { return left + (right - left) * x / m_max_x; }
    [[nodiscard]] double at_y(double y) const { return bottom - (bottom - top) * y / m_max_y; }

    static void write_text(XmlWriter& out, double x, double y, std::string_view anchor,
                           std::string_view text)
    {
        out.open("text")
            .attribute("x", number(x))
            .attribute("y", number(y))
            .attribute("text-anchor", anchor)
            .text(text)
            .close();
    }

    void write_grid(XmlWriter& out) const
    {
        double const step = step_of(m_max_y);
        for (double y = 0; y <= m_max_y; y += step) {
            out.open("path")
                .attribute("d", fmt::format("M{} {}H{}", left, number(at_y(y)), right))
                .attribute("stroke", "#ddd")
                .close();
            write_text(out, left - 6, at_y(y) + 4, "end", fmt::format("{:g}", y));
        }
        double last = -1e9;
        for (auto const& [x, y] : m_lines.front().points) {
            if (at_x(x) - last > 24) { // room for the number
                write_text(out, at_x(x), bottom + 16, "middle", fmt::format("{:g}", x));
                last = at_x(x);
            }
        }
    }

    void write_line(XmlWriter& out, std::size_t index) const
    {
        auto const& line = m_lines[index];
        auto const color = line_colors[index % line_colors.size()];
        std::string path;
        for (auto const& [x, y] : line.points) {
            path +=
                fmt::format("{}{} {}", path.empty() ? 'M' : 'L', number(at_x(x)), number(at_y(y)));
        }
        out.open("path")
            .attribute("d", path)
            .attribute("fill", "none")
            .attribute("stroke", color)
            .attribute("stroke-width", "2")
            .close();
        double const y = bottom + 34 + 13 * static_cast<double>(index);
        out.open("path")
            .attribute("d", fmt::format("M{} {}h16", left, y - 4))
            .attribute("stroke", color)
            .attribute("stroke-width", "2")
            .close();
        write_text(out, left + 22, y, "start", line.name);
    }

    std::string m_title;
    std::vector<Line> m_lines;
    double m_max_x = 0, m_max_y = 0;
};

void write_charts(XmlWriter& out, Table const& table)
{
    auto const each = column_of(table, table.plot->each);
    std::vector<std::string_view> done;
    for (auto const& row : table.rows) {
        auto const value = cell_of(row, each);
        if (std::ranges::find(done, value) != done.end()) {
            continue;
        }
        done.push_back(value);
        auto const& plot = *table.plot;
        auto const title = plot.each.empty() ? fmt::format("{} over {}", plot.unit, plot.x)
                                             : fmt::format("{} {}: {} over {}", plot.each, value,
                                                           plot.unit, plot.x);
        Chart{title, lines_of(table, value)}.write(out);
    }
}

void write_table(XmlWriter& out, Table const& table)
{
    out.element("h2", table.title).open("table").open("tr");
    for (auto const& column : table.columns) {
        out.element("th", column);
    }
    out.close();
    for (auto const& row : table.rows) {
        out.open("tr");
        for (auto const& cell : row) {
            out.element("td", cell);
        }
        out.close();
    }
    out.close();
}

} // namespace

std::string html_page(Report const& report)
{
    XmlWriter out{prolog};
    out.open("html").attribute("lang", "en").attribute("xmlns", "http://www.w3.org/1999/xhtml");
    out.open("head");
    out.open("meta").attribute("charset", "utf-8").close();
    out.element("title", report.protocol).element("style", style).close();
    out.open("body").element("h1", report.protocol).open("ul");
    out.element("li", "Machine: " + report.surroundings).element("li", "Caches: " + report.caches);
    for (auto const& target : report.targets) {
        out.element("li", fmt::format("{}: {} ({})", target.name, target.about, target.url));
    }
    out.close();
    for (auto const& table : report.tables) {
        write_table(out, table);
        if (table.plot) {
            write_charts(out, table);
        }
    }
    for (auto const& note : report.notes) {
        out.element("p", "Note: " + note);
    }
    return out.close().close().take();
}

} // namespace ms::load
