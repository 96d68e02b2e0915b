// SPDX-License-Identifier: MIT
#include "mapfile/fragment.hpp"

#include "base/error.hpp"
#include "mapfile/block.hpp"
#include "mapfile/text_file.hpp"

#include <algorithm>
#include <type_traits>

namespace ms::mapfile {

namespace {

namespace fs = std::filesystem;

std::optional<std::string> readable_text(fs::path const& path)
{
    try {
        return read_text_file(path);
    } catch (Error const&) {
        return std::nullopt; // load_file() reports the reason
    }
}

/// An unmatched END does not end the block here: the text after it would be lost silently.
template <typename Block>
void read_inside(Reader& in, Block& block)
{
    in.enter_block(keywords<Block>().block(), is_keyword_of<Block>, opens_block_in<Block>,
                   keyword_names<Block>);
    while (!in.is_kind(TokenKind::EndOfText)) {
        if (in.is_word("END")) {
            auto const at = in.next().at;
            bool const is_of_map = std::is_same_v<Block, Map> && in.is_kind(TokenKind::EndOfText);
            in.error(at, is_of_map ? "this END closes MAP, but the word MAP is missing at the "
                                     "beginning of the file"
                                   : "END closes nothing");
        } else {
            read_keyword(in, block);
        }
    }
    in.leave_block();
}

std::ptrdiff_t error_count(std::vector<Problem> const& problems)
{
    return std::ranges::count(problems, Severity::Error, &Problem::severity);
}

/// The problems of a text as the inside of one kind of block; nullopt when it does not begin so.
template <typename Block>
std::optional<std::vector<Problem>> problems_inside(std::string const& text, fs::path const& path,
                                                    LoadOptions const& options)
{
    Provenance origin;
    std::error_code error;
    origin.directory = fs::absolute(path.parent_path(), error).lexically_normal();
    ProblemList problems{origin};
    TokenStream tokens{origin, problems, options.reads_files};
    tokens.open_text(text, path);
    Reader in{tokens, problems, options.strict};
    if (!in.is_kind(TokenKind::Word) || !is_keyword_of<Block>(in.peek().text)) {
        return std::nullopt;
    }
    problems.warning(in.peek().at, "no MAP: read as what an INCLUDE puts into " +
                                       std::string{keywords<Block>().block()});
    Block block;
    read_inside(in, block);
    return problems.problems();
}

/// Of the possible blocks of the file, the outermost with the fewest errors.
template <typename... Block>
std::optional<std::vector<Problem>> best_of(std::string const& text, fs::path const& path,
                                            LoadOptions const& options)
{
    std::optional<std::vector<Problem>> best;
    auto const consider = [&best](std::optional<std::vector<Problem>> problems) {
        if (problems && (!best || error_count(*problems) < error_count(*best))) {
            best = std::move(problems);
        }
    };
    (consider(problems_inside<Block>(text, path, options)), ...);
    return best;
}

} // namespace

std::optional<std::vector<Problem>> check_fragment(fs::path const& path, LoadOptions const& options)
{
    auto const text = readable_text(path);
    if (!text) {
        return std::nullopt;
    }
    return best_of<Map, Layer, Class, Style, Label, Symbol, Web, OutputFormat, Legend, ScaleBar,
                   Reference, QueryMap, Feature, Cluster, Grid>(*text, path, options);
}

} // namespace ms::mapfile
