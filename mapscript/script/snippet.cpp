// SPDX-License-Identifier: MIT
#include "script/snippet.hpp"

#include "base/string.hpp"
#include "mapfile/block.hpp"
#include "mapfile/expression_text.hpp"
#include "mapfile/keyword_rows.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"

namespace ms::script {

using namespace mapfile;

template <typename Block>
void Snippet<Block>::read(Text const& snippet, Block& block, char const* routine)
{
    Provenance origin;
    ProblemList problems{origin};
    TokenStream tokens{origin, problems, false};
    tokens.open_text(snippet.str(), "");
    Reader in{tokens, problems, false};
    auto const name = keywords<Block>().block();
    fail_if(!in.is_word(name), trim(snippet.str()).empty() ? MS_EOFERR : MS_IDENTERR, routine,
            "Parsing error: the text does not begin with " + std::string{name});
    in.begin_keyword(in.next(), {.name = name});
    read_block(in, block);
    if (problems.has_errors()) {
        throw parse_failure(problems.problems(), routine);
    }
}

template <typename Block>
std::string Snippet<Block>::text_of(Block const& block)
{
    Writer out{Wording::Full};
    row::write_block(out, block);
    return out.text();
}

template struct Snippet<Map>;
template struct Snippet<Layer>;
template struct Snippet<Class>;
template struct Snippet<Style>;
template struct Snippet<Label>;
template struct Snippet<Web>;
template struct Snippet<Legend>;
template struct Snippet<ScaleBar>;
template struct Snippet<Reference>;
template struct Snippet<QueryMap>;
template struct Snippet<Cluster>;

Failure parse_failure(std::vector<mapfile::Problem> const& problems, char const* routine)
{
    auto const errors = errors_of(problems);
    bool const is_cut_off = errors.find("END is missing before the end of") != std::string::npos;
    return {is_cut_off ? MS_EOFERR : MS_IDENTERR, routine, "Parsing error: " + errors};
}

Expression read_expression(Text const& text, char const* routine)
{
    auto const source = trim(text.str());
    if (source.empty()) {
        return {};
    }
    auto expression = expression_of_text(source);
    fail_if(!expression, MS_PARSEERR, routine, "Not closed: " + text.str());
    return *std::move(expression);
}

} // namespace ms::script
