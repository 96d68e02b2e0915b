// SPDX-License-Identifier: MIT
#include "mapfile/load.hpp"

#include "base/error.hpp"
#include "mapfile/block.hpp"
#include "mapfile/font_list.hpp"
#include "mapfile/pattern.hpp"
#include "mapfile/resolve.hpp"
#include "mapfile/structure.hpp"
#include "mapfile/symbol_set.hpp"
#include "mapfile/text_file.hpp"
#include "mapfile/wrong_file.hpp"

namespace ms::mapfile {

namespace {

namespace fs = std::filesystem;

/// \return whether it begins as a mapfile
bool parse(std::string text, fs::path const& name, Map& map, ProblemList& problems,
           LoadOptions const& options)
{
    TokenStream tokens{map.origin, problems, options.reads_files};
    tokens.open_text(std::move(text), name);
    Reader in{tokens, problems, options.strict};
    if (!in.is_word("MAP")) {
        problems.error(in.peek().at, std::string{not_a_mapfile});
        return false;
    }
    in.begin_keyword(in.next(), {.name = "MAP"});
    read_block(in, map);
    if (!in.is_kind(TokenKind::EndOfText)) {
        problems.warning(in.peek().at, "what follows the END of MAP is not read");
    }
    return true;
}

/// Calls `read` with the path of another file of the map; a failure is a problem of the keyword.
void read_other_file(std::string const& written, Position const& at, Map& map,
                     ProblemList& problems, auto read)
{
    if (written.empty()) {
        return;
    }
    auto const path = map_path(map, written);
    try {
        read(path);
    } catch (Error const& error) {
        map.origin.unread.push_back(path);
        problems.error(at, error.what());
    }
}

void read_other_files(Map& map, ProblemList& problems, LoadOptions const& options)
{
    read_other_file(
        map.symbol_set_path, map.symbol_set_at, map, problems, [&](fs::path const& path) {
            auto symbols = read_symbol_set(path, map.origin, problems, options.strict);
            map.symbols.insert(map.symbols.end(), std::make_move_iterator(symbols.begin()),
                               std::make_move_iterator(symbols.end()));
        });
    read_other_file(map.font_set_path, map.font_set_at, map, problems, [&](fs::path const& path) {
        map.fonts = parse_font_list(read_text_file(path), path.parent_path());
        map.origin.files.push_back(path);
    });
}

Loaded load(std::string text, fs::path const& name, fs::path const& directory,
            LoadOptions const& options)
{
    auto map = std::make_shared<Map>();
    std::error_code error;
    map->origin.directory = fs::absolute(directory, error).lexically_normal();
    ProblemList problems{map->origin};
    bool const is_mapfile = parse(std::move(text), name, *map, problems, options);
    add_built_in_symbol(*map);
    add_default_types(*map);
    if (options.reads_files) {
        read_other_files(*map, problems, options);
        add_image_symbols(*map);
    }
    check_structure(*map, problems);
    freeze(*map);
    auto files = map->origin.files;
    files.insert(files.end(), map->origin.unread.begin(), map->origin.unread.end());
    return {problems.has_errors() ? nullptr : std::move(map), problems.problems(), is_mapfile,
            std::move(files)};
}

Loaded failed(std::string const& file, std::string message)
{
    return {nullptr, {{Severity::Error, {}, file + ":0:0", std::move(message)}}, true, {}};
}

} // namespace

void Loaded::throw_errors() const
{
    auto const errors = errors_of(problems);
    if (!is_mapfile) {
        throw WrongFile{errors, not_a_mapfile};
    }
    throw Error{ErrorKind::BadMapfile, errors};
}

Loaded load_text(std::string_view text, fs::path const& directory, LoadOptions const& options)
{
    if (text.size() > max_text_size) {
        return failed("map", "the text is too large");
    }
    return load(std::string{text}, "", directory, options);
}

Loaded load_file(fs::path const& path, LoadOptions const& options)
{
    auto const file = path.filename().string();
    if (!options.path_pattern.empty() && !Pattern{options.path_pattern}.is_in(path.string())) {
        return failed(file, "the path does not match " + options.path_pattern);
    }
    try {
        return load(read_text_file(path), path, path.parent_path(), options);
    } catch (Error const& error) {
        return failed(file, error.what());
    }
}

std::shared_ptr<Map const> load_or_throw(fs::path const& path, LoadOptions const& options, Log* log)
{
    std::error_code error;
    if (!fs::is_regular_file(path, error)) {
        throw Error{ErrorKind::NotFound, "there is no mapfile \"" + path.string() + '"'};
    }
    auto loaded = load_file(path, options);
    if (log != nullptr && log->wants(LogLevel::Notice)) {
        for (auto const& problem : loaded.problems) {
            log->write(LogLevel::Notice, to_text(problem));
        }
    }
    if (!loaded.map) {
        loaded.throw_errors();
    }
    return loaded.map;
}

} // namespace ms::mapfile
