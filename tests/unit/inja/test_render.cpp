// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "inja/inja.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <map>
#include <string>
#include <utility>

using namespace ms;
using nlohmann::json;

namespace {

using Files = std::map<std::string, std::string, std::less<>>;

json data()
{
    return {{"template", {{"title", "T & t"}, {"path", {"oga", "ogcapi"}}, {"tags", {{"a", "1"}}}}},
            {"markup", "<b title=\"x\">&lt;"},
            {"script", "javascript:alert(1)"},
            {"list", {3, 1, 2}},
            {"rows", {{{"id", 1}, {"name", "it's"}}, {{"id", 2}, {"name", nullptr}}}}};
}

std::string rendered(Files const& files, std::size_t max_bytes = 1U << 20U)
{
    Deadline const deadline;
    Budget budget{deadline, max_bytes};
    auto const load = [&](std::string_view name) {
        auto const found = files.find(name);
        if (found == files.end()) {
            throw PublicError{ErrorKind::BadMapfile, "no " + std::string{name}, "no such file"};
        }
        return found->second;
    };
    auto const page = inja::render("page.html", load, data(), budget);
    CHECK(budget.kept_bytes() == 0);
    return page;
}

std::string page(std::string const& text)
{
    return rendered({{"page.html", text}});
}

std::string problem(Files const& files, std::size_t max_bytes = 1U << 20U)
{
    try {
        static_cast<void>(rendered(files, max_bytes));
    } catch (PublicError const& error) {
        return error.public_text();
    } catch (Error const& error) {
        return error.kind() == ErrorKind::Limit ? "limit" : error.what();
    }
    return "";
}

} // namespace

// Right-hand sides: the output of Debian's MapServer 8.0.0, whose templates Inja renders.
TEST_CASE("inja: expressions have the values that Inja gives them")
{
    constexpr std::array<std::pair<char const*, char const*>, 54> rows{
        {{"2*3", "6"},
         {"2^3^2", "512"},
         {"7/2", "3.5"},
         {"6/2", "3.0"},
         {"7%4", "3"},
         {"-3 + 1", "-2"},
         {"2*-3", "-6"},
         {"10 - 2 - 3", "5"},
         {"2 * 3 % 4", "2"},
         {"100/10/2", "5.0"},
         {"1.50", "1.5"},
         {"1e3", "1000.0"},
         {"5 + 1.0", "6.0"},
         {"\"a\" + \"b\"", "ab"},
         {"not false == true", "true"},
         {"true or true and false", "false"},
         {"true or false and false", "false"},
         {"not true or true", "true"},
         {"1 < 2 and 2 < 3", "true"},
         {"1 == 1.0", "true"},
         {"1 == true", "false"},
         {"1 in [1,2]", "true"},
         {"\"abc\" in \"xabcx\"", "false"},
         {"5 in {\"a\":5}", "true"},
         {"default(template.nothing, \"d\")", "d"},
         {"exists(\"template.title\")", "true"},
         {"exists(\"template/no\")", "false"},
         {"existsIn(template, \"title\")", "true"},
         {"existsIn(1, \"a\")", "false"},
         {"null", ""},
         {"[1,\"a\",null]", "[1,\"a\",null]"},
         {"upper(lower(\"Ab\"))", "AB"},
         {"length(\"a\")", "1"},
         {"length(list)", "3"},
         {"length(5)", "1"},
         {"first(list)", "3"},
         {"last(list)", "2"},
         {"sort(list)", "[1,2,3]"},
         {"join([1,\"b\",null,1.5], \",\")", "1,b,null,1.5"},
         {"round(3.1415, 2)", "3.14"},
         {"round(2.5, 0)", "3"},
         {"round(1234.5, -2)", "1200.0"},
         {"odd(3)", "true"},
         {"divisibleBy(9,3)", "true"},
         {"max(list)", "3"},
         {"int(\"3.7\")", "3"},
         {"float(\"3\")", "3.0"},
         {"at(template, \"title\")", "T & t"},
         {"range(3)", "[0,1,2]"},
         {"isInteger(1.0)", "false"},
         {"template/title", "T & t"},
         {"template.path.1", "ogcapi"},
         {"list | sort | first", "1"}, // of newer ones
         {"1+2*3", "7"}}};             // an error there
    for (auto const& [expression, expected] : rows) {
        CAPTURE(expression);
        CHECK(page("{{ " + std::string{expression} + " }}") == expected);
    }
}

TEST_CASE("inja: statements")
{
    constexpr std::array<std::pair<char const*, char const*>, 17> rows{
        {{"{% for x in [3,1] %}{{ loop.index }}{{ loop.index1 }}{{ loop.is_last }}{{ x }} {% "
          "endfor %}",
          "01false3 12true1 "},
         {"{% for x in [1,2] %}{% for y in [1] %}{{ loop.parent.index }}{% endfor %}{% endfor %}",
          "01"},
         {"{% for k, v in {\"b\":1,\"a\":2} %}{{ k }}{{ v }}{% endfor %}", "a2b1"},
         {"{% if 0 %}a{% else if \"\" %}b{% else if [] %}c{% else if null %}d{% else %}e{% endif "
          "%}",
          "e"},
         {"{% if {\"a\":1} %}b{% endif %}{% if 0.5 %}c{% endif %}", "bc"},
         {"{% if false and foo %}x{% else %}y{% endif %}", "y"},
         {"## for x in [1,2]\n{{ x }}\n## endfor\nend", "1\n2\nend"},
         {"  ## no statement", "  ## no statement"},
         {"a {%- if true -%} b {%- endif -%} c {{- 1 -}} d", "abc1d"},
         {"a {# comment #} b", "a  b"},
         {"a{#- x -#} b", "ab"},
         {"{% set a = 5 %}{{ a }}{% set b.c = \"x\" %}{{ b }}", "5{\"c\":\"x\"}"},
         {"{% for x in [1,2] %}{% set z = x %}{% endfor %}{{ z }}", "2"},
         {"{% set template.title = \"new\" %}{{ template.title }}{{ template.tags.a }}", "new1"},
         {"{% set l = [1,2] %}{% for i in l %}{% set l = i %}{{ i }}{% endfor %}{{ l }}", "122"},
         {"{%if true%}a{%endif%}{{1}}", "a1"},
         {"{{ \"}}\" }}", "}}"}}};
    for (auto const& [text, expected] : rows) {
        CAPTURE(text);
        CHECK(page(text) == expected);
    }
}

TEST_CASE("inja: files include others, and extend them block by block")
{
    CHECK(rendered({{"page.html", "{% set q = 1 %}{% for x in [7] %}{% include \"i\" %}{% endfor "
                                  "%}{{ q }}"},
                    {"i", "{{ x }}{% set q = 2 %}{{ q }};"}}) == "72;1");
    CHECK(rendered({{"page.html",
                     "{% extends \"base\" %}{% block a %}own {{ super() }}{% endblock %}left out"},
                    {"base", "{% block a %}a{% endblock %}|{% block b %}b{% endblock %}"}}) ==
          "own a|b");
    CHECK(problem({{"page.html", "{% include \"page.html\" %}"}}) ==
          "template \"page.html\": included too deeply");
    CHECK(problem({{"page.html", "{% extends \"page.html\" %}"}}) ==
          "template \"page.html\": too many files are included");
    CHECK(problem({{"page.html", "{% block a %}{% block a %}{% endblock %}{% endblock %}"}}) ==
          "template \"page.html\": block \"a\" is within itself");
    CHECK(problem({{"page.html", "{% include \"nope\" %}"}}) == "no such file");
}

// Inja leaves this to the author; MapServer's templates do nothing about it.
TEST_CASE("inja: values are escaped for their context")
{
    constexpr std::array<std::pair<char const*, char const*>, 25> rows{
        {{"<p>{{ markup }}", "<p>&lt;b title=\"x\"&gt;&amp;lt;"},
         {"<p>{{ \"?f=html&limit=1\" }}", "<p>?f=html&limit=1"},
         {"<p>{{ [\"<\"] }}", "<p>[\"&lt;\"]"},
         {"<a title=\"{{ markup }}\">", "<a title=\"&lt;b title=&#34;x&#34;&gt;&amp;lt;\">"},
         {"<a title='{{ rows.0.name }}'>", "<a title='it&#39;s'>"},
         {"<a title={{ \"a b\" }}>", "<a title=a&#32;b>"},
         {"<a href=\"{{ script }}\">", "<a href=\"#\">"},
         {"<a href={{ script }}>", "<a href=#>"},
         {"<a href=\"{{ \" java\\nscript:x\" }}\">", "<a href=\"#\">"},
         // HTML: "&#106" is read without ";", and blanks before an address are left out.
         {"<a href=\"{{ \"&#106avascript:x\" }}\">", "<a href=\"&amp;#106avascript:x\">"},
         {"<a href=\"{{ \"&#x6Aavascript:x\" }}\">", "<a href=\"&amp;#x6Aavascript:x\">"},
         {"<a href=\"{{ \"javascript&colon;x\" }}\">", "<a href=\"javascript&amp;colon;x\">"},
         {"<p>{{ \"&#60b\" }}", "<p>&amp;#60b"},
         {"<a href=\" {{ script }}\">", "<a href=\" #\">"},
         {"<a href=\"{{ \"java\" }}{{ \"script:x\" }}\">", "<a href=\"java#\">"},
         {"<object data=\"{{ script }}\">", "<object data=\"#\">"},
         {"<img src=\"data:image/png;base64,{{ \"AA\" }}\">",
          "<img src=\"data:image/png;base64,AA\">"},
         {"<iframe srcdoc=\"{{ \"<b>&lt;\" }}\">",
          "<iframe srcdoc=\"&amp;lt;b&amp;gt;&amp;amp;lt;\">"},
         {"<a href=\"/x/{{ script }}\">", "<a href=\"/x/javascript:alert(1)\">"},
         {"<a title=\"{{ script }}\">", "<a title=\"javascript:alert(1)\">"},
         {"<p onclick=\"f('{{ rows.0.name }}')\">", "<p onclick=\"f('it\\u0027s')\">"},
         {"<script>x = '{{ rows.0.name }}';</script>{{ rows.0.name }}",
          "<script>x = 'it\\u0027s';</script>it's"},
         {"<script>x = {{ [\"</script>\"] }};", "<script>x = [\"\\u003c/script\\u003e\"];"},
         {"<SCRIPT type=\"x\">{{ markup }}</SCRIPT >{{ markup }}",
          "<SCRIPT type=\"x\">\\u003cb title=\\u0022x\\u0022\\u003e\\u0026lt;</SCRIPT "
          ">&lt;b title=\"x\"&gt;&amp;lt;"},
         {"<!-- <a title=\"{{ markup }} -->{{ safe(markup) }}",
          "<!-- <a title=\"&lt;b title=\"x\"&gt;&amp;lt; --><b title=\"x\">&lt;"}}};
    for (auto const& [text, expected] : rows) {
        CAPTURE(text);
        CHECK(page(text) == expected);
    }
}

TEST_CASE("inja: errors name the file and the place")
{
    constexpr std::array<std::pair<char const*, char const*>, 18> rows{
        {{"\n{{ nothing }}", "2:4: variable 'nothing' not found"},
         {"{{ template.nothing }}", "1:4: variable 'template.nothing' not found"},
         {"{% if template.nothing %}x{% endif %}", "1:7: variable 'template.nothing' not found"},
         {"{{ 1", "1:1: expected '}}'"},
         {"{# 1", "1:1: expected '#}'"},
         {"{% if true %}x", "1:15: unmatched if"},
         {"{% endfor %}", "1:1: endfor without its beginning"},
         {"{% for x in [] %}{% else %}{% endfor %}", "1:18: expected endfor"},
         {"{% foo %}", "1:3: unknown statement \"foo\""},
         {"{{ foo(1) }}", "1:4: unknown function \"foo\""},
         {"{{ upper(1, 2) }}", "1:4: function \"upper\" takes 1 arguments, not 2"},
         {"{{ upper(1) }}", "1:4: a text is needed here"},
         {"{{ 5/0 }}", "1:5: division by zero"},
         {"{{ a b }}", "1:6: malformed expression"},
         {"{{ }}", "1:4: expected a value"},
         {"{{ 'x' }}", "1:4: unexpected character"},
         {"{% for x in 5 %}{% endfor %}", "1:1: an array is needed here"},
         {"{{ super() }}", "1:4: super() stands alone in {{ }} within a block"}}};
    for (auto const& [text, expected] : rows) {
        CAPTURE(text);
        CHECK(problem({{"page.html", text}}) == "template page.html:" + std::string{expected});
    }
}

TEST_CASE("inja: loops, texts and nesting have an end")
{
    CHECK(problem({{"page.html", "{% for i in range(1000000000) %}x{% endfor %}"}}) == "limit");
    CHECK(problem({{"page.html", "{% set a = \"xxxxxxxx\" %}{% for i in range(60) %}{% set a = a "
                                 "+ a %}{% endfor %}"}}) == "limit");
    CHECK(problem({{"page.html", "{% set a = [1] %}{% for i in range(60) %}{% set a = [a,a] "
                                 "%}{% endfor %}"}}) == "limit");
    CHECK(problem({{"page.html", "{% set a = 1 %}{% for i in range(200) %}{% set a = [a] "
                                 "%}{% endfor %}"}},
                  std::size_t{1} << 28U)
              .ends_with("the value is nested too deeply"));
    CHECK(problem({{"page.html", "{{ " + std::string(1000, '(') + " }}"}})
              .ends_with("the expression is nested too deeply"));
    std::string sum{"{{ 1"};
    std::string ifs;
    for (int i = 0; i < 1000; ++i) {
        sum += "+1";
        ifs += "{% if true %}";
    }
    CHECK(problem({{"page.html", sum + " }}"}}).ends_with("the expression is too long"));
    CHECK(problem({{"page.html", ifs}}).ends_with("statements are nested too deeply"));
    CHECK(problem({{"page.html", "{% for a in list %}{% for b in list %}{{ rows }}{% endfor "
                                 "%}{% endfor %}"}},
                  300) == "limit");
}
