// SPDX-License-Identifier: MIT
#include "expr/expression.hpp"
#include "expr/print.hpp"
#include "mapfile/load.hpp"
#include "mapfile/writer.hpp"
#include "sld/document.hpp"
#include "sld/write.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include <array>
#include <random>
#include <string>

namespace {

using namespace ms;

/// Writes layers of mapfile text that SLD can express; the same seed gives the same layer.
class Author {
public:
    explicit Author(unsigned seed) : m_random(seed) {}

    std::string layer(std::string const& type)
    {
        std::string text = "LAYER NAME \"it\" TYPE " + type + "\n";
        int const classes = 1 + pick(3);
        for (int i = 0; i < classes; ++i) {
            text += "CLASS NAME \"c" + std::to_string(i) + "\"\n" + condition() + scales();
            int const styles = 1 + pick(2);
            for (int k = 0; k < styles; ++k) {
                text += style(type);
            }
            text += pick(2) == 0 ? label() : "";
            text += "END\n";
        }
        return text + "END\n";
    }

private:
    int pick(int count) { return std::uniform_int_distribution{0, count - 1}(m_random); }
    std::string color()
    {
        return std::to_string(pick(256)) + ' ' + std::to_string(pick(256)) + ' ' +
               std::to_string(pick(256)) + '\n';
    }
    std::string condition()
    {
        switch (pick(4)) {
        case 0:
            return "EXPRESSION ([a] > " + std::to_string(pick(100)) + " and \"[b]\" = \"x y\")\n";
        case 1:
            return "EXPRESSION (not (\"[b]\" ~ \"^a.*z$\") or [a] <= 3)\n";
        default:
            return "";
        }
    }
    std::string scales() { return pick(2) == 0 ? "MINSCALEDENOM 10\nMAXSCALEDENOM 25000\n" : ""; }
    std::string style(std::string const& type)
    {
        auto const width = "WIDTH " + std::to_string(1 + pick(5)) + "\n";
        if (type == "POINT") {
            constexpr std::array marks{"square_filled", "circle_filled", "star_filled", "cross",
                                       "x"};
            auto const mark = std::string{marks[static_cast<std::size_t>(pick(5))]};
            bool const is_filled = mark.ends_with("filled");
            return "STYLE SYMBOL \"sld_mark_symbol_" + mark + "\" COLOR " + color() +
                   (is_filled && pick(2) == 0 ? "OUTLINECOLOR " + color() + width : "") + "SIZE " +
                   std::to_string(1 + pick(20)) + (pick(2) == 0 ? " ANGLE 30" : "") +
                   (pick(2) == 0 ? " OFFSET 3 4" : "") + " END\n";
        }
        auto const dashes = pick(2) == 0 ? "PATTERN 5 3 END LINECAP BUTT\n" : "";
        if (type == "LINE") {
            return "STYLE COLOR " + color() + width + dashes +
                   (pick(2) == 0 ? "LINEJOIN BEVEL\n" : "") + "END\n";
        }
        return pick(2) == 0 ? "STYLE COLOR " + color() + "END\n"
                            : "STYLE OUTLINECOLOR " + color() + width + dashes + "END\n";
    }
    std::string label()
    {
        constexpr std::array positions{"UL", "CC", "LR", "UC"};
        return "LABEL TEXT (\"no. \" + \"[a]\") SIZE " + std::to_string(6 + pick(10)) + " COLOR " +
               color() + (pick(2) == 0 ? "OUTLINECOLOR " + color() + "OUTLINEWIDTH 2\n" : "") +
               "POSITION " + positions[static_cast<std::size_t>(pick(4))] +
               (pick(2) == 0 ? " OFFSET 2 -3" : "") + " END\n";
    }

    std::mt19937 m_random;
};

constexpr std::string_view symbols = R"(
SYMBOL NAME "sld_mark_symbol_square_filled" TYPE VECTOR FILLED TRUE POINTS 0 1 0 0 1 0 1 1 0 1 END END
SYMBOL NAME "sld_mark_symbol_circle_filled" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
SYMBOL NAME "sld_mark_symbol_star_filled" TYPE VECTOR FILLED TRUE POINTS 0 1 0 0 1 0 1 1 0 1 END END
SYMBOL NAME "sld_mark_symbol_cross" TYPE VECTOR POINTS 0 1 0 0 END END
SYMBOL NAME "sld_mark_symbol_x" TYPE VECTOR POINTS 0 1 0 0 END END
)";

std::shared_ptr<mapfile::Map const> map_of(std::string const& layer)
{
    auto const loaded = mapfile::load_text("MAP\n" + std::string{symbols} + layer + "END", ".");
    REQUIRE_MESSAGE(loaded.map, mapfile::errors_of(loaded.problems));
    return loaded.map;
}

std::string classes_of(mapfile::Layer const& layer)
{
    std::string text;
    for (auto const& each : layer.classes) {
        text += mapfile::write(each);
    }
    return text;
}

} // namespace

TEST_CASE("sld: a layer that SLD can express is read back as the same classes")
{
    for (unsigned seed = 0; seed < 300; ++seed) {
        for (auto const* const type : {"POINT", "LINE", "POLYGON"}) {
            CAPTURE(seed);
            auto const text = Author{seed}.layer(type);
            CAPTURE(text);
            auto const map = map_of(text);
            std::array<std::size_t, 1> const all{0};
            for (auto const version : {sld::Version::V100, sld::Version::V110}) {
                auto const document = sld::write(*map, all, version);
                CAPTURE(document);
                std::vector<std::string> notes;
                auto const styled = sld::styled(
                    *map, sld::parse(document),
                    [](mapfile::Layer const&, std::string_view) { return true; }, notes);
                auto const& again = styled->layers.front();
                auto requested = map->layers.front();
                for (auto& each : requested.classes) { // in one spelling
                    if (each.expression.is_set()) {
                        each.expression.text = expr::print(expr::parse(each.expression.text));
                    }
                    for (auto& style : each.styles) { // Rotation is read as MapServer reads it
                        style.angle.value = std::fmod(720 - style.angle.value, 360);
                    }
                    for (auto& label : each.labels) {
                        if (std::string_view{type} == "LINE") { // as is written of angle 0
                            label.angle_mode = mapfile::AngleMode::Auto;
                        }
                        label.text.text = expr::print(expr::parse(label.text.text));
                    }
                }
                REQUIRE(classes_of(again) == classes_of(requested));
            }
        }
    }
}

TEST_CASE("GetStyles: ANGLE AUTO and FOLLOW are read back as they were")
{
    for (auto const mode : {mapfile::AngleMode::Auto, mapfile::AngleMode::Follow}) {
        auto const word = mode == mapfile::AngleMode::Auto ? "AUTO" : "FOLLOW";
        auto const map = map_of("LAYER NAME 'a' TYPE LINE CLASS LABEL TEXT 'x' COLOR 0 0 0 ANGLE " +
                                std::string{word} + " END END END\n");
        std::array<std::size_t, 1> const all{0};
        std::vector<std::string> notes;
        auto const again = sld::styled(
            *map, sld::parse(sld::write(*map, all, sld::Version::V110)),
            [](mapfile::Layer const&, std::string_view) { return true; }, notes);
        CHECK(again->layers.front().classes.at(0).labels.at(0).angle_mode == mode);
    }
}

TEST_CASE("GetStyles: a rule has the scales of its class, else of the layer, else of the map")
{
    auto const map = map_of(R"(WEB MINSCALEDENOM 10 MAXSCALEDENOM 5000 END
        LAYER NAME "a" TYPE POINT MINSCALEDENOM 20
            CLASS STYLE SYMBOL "sld_mark_symbol_square_filled" COLOR 0 0 0 SIZE 5 END END
            CLASS MAXSCALEDENOM 77 STYLE SYMBOL "sld_mark_symbol_square_filled" COLOR 0 0 0 SIZE 5 END END
        END
)");
    std::array<std::size_t, 1> const layers{0};
    auto const text = sld::write(*map, layers, sld::Version::V100);
    auto const count = [&](std::string const& scale) {
        std::size_t found = 0;
        for (auto at = text.find(scale); at != std::string::npos; at = text.find(scale, at + 1)) {
            ++found;
        }
        return found;
    };
    CHECK(count("<MinScaleDenominator>20.000000<") == 2);
    CHECK(count("<MaxScaleDenominator>5000.000000<") == 1);
    CHECK(count("<MaxScaleDenominator>77.000000<") == 1);
}

TEST_CASE("GetStyles: OPACITY replaces the alpha of colours, as where they are drawn")
{
    struct Row {
        char const* type;
        char const* style;
        char const* fill;
        char const* stroke;
    };
    // GetStyles of MapServer 8.0.0; "": no such parameter.
    for (auto const& row :
         {Row{"POLYGON", "COLOR '#ff000080' OUTLINECOLOR '#00ff0040'", "0.50", "0.25"},
          Row{"POLYGON", "COLOR '#ff000080' OUTLINECOLOR '#00ff0040' OPACITY 70", "0.70", "0.70"},
          Row{"POLYGON", "COLOR '#ff000080' OPACITY 100", "0.50", ""},
          Row{"LINE", "COLOR '#ff000080' OPACITY 70", "", "0.70"},
          Row{"POINT", "SYMBOL 'square' SIZE 8 COLOR '#ff000080' OPACITY 70", "0.70", ""}}) {
        CAPTURE(row.style);
        auto const map = map_of(
            "SYMBOL NAME 'square' TYPE VECTOR FILLED TRUE POINTS 0 0 1 0 1 1 0 1 0 0 END END\n"
            "LAYER NAME 'a' TYPE " +
            std::string{row.type} + " CLASS STYLE " + row.style + " END END END\n");
        std::array<std::size_t, 1> const layers{0};
        auto const text = sld::write(*map, layers, sld::Version::V110);
        auto const value_of = [&](std::string const& name) {
            auto const begin = text.find("\"" + name + "\">");
            auto const start = begin + name.size() + 3;
            return begin == std::string::npos ? ""
                                              : text.substr(start, text.find('<', start) - start);
        };
        CHECK(value_of("fill-opacity") == row.fill);
        CHECK(value_of("stroke-opacity") == row.stroke);
    }
}
