// SPDX-License-Identifier: MIT
#include "crs/definition.hpp"

#include "base/error.hpp"
#include "crs/definition_state.hpp"
#include "crs/facts.hpp"
#include "crs/name.hpp"
#include "crs/proj_thread.hpp"

#include <proj.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace ms::crs {
namespace {

/// Where "EPSG:1" is looked for.
enum class Codes : std::uint8_t {
    Written,  ///< as written: only after "init=" in a file first
    FileFirst ///< in a file "epsg" first
};

std::string const& no_text() noexcept
{
    static std::string const empty;
    return empty;
}

struct Found {
    Projection crs; ///< null: nobody knows it
    /// The text for PROJ if a file of definitions has it; else empty.
    std::string init_text;
};

/// By PROJ's own codes, or by a file of definitions.
Found find_crs(ProjThread const& proj, Name const& name)
{
    auto* const context = proj.context();
    auto init_text = name.init_text.empty() ? std::string{} : proj.with_path(name.init_text);
    Projection of_file{init_text.empty() ? nullptr : proj_create(context, init_text.c_str())};
    if (of_file && name.is_init) {
        return {std::move(of_file), std::move(init_text)};
    }
    Projection of_code{proj_create(context, name.proj_text.c_str())};
    return of_code || !of_file ? Found{std::move(of_code), {}}
                               : Found{std::move(of_file), std::move(init_text)};
}

/// What a file of definitions says, as a text that needs no file: GDAL does not know the folder.
std::string expanded(pj_ctx* context, Found const& found)
{
    auto const* const text = proj_as_proj_string(context, found.crs.get(), PJ_PROJ_4, nullptr);
    std::string words = text == nullptr ? "" : text;
    Projection const again{proj_create(context, words.c_str())};
    bool const is_same =
        again && proj_is_equivalent_to_with_ctx(context, again.get(), found.crs.get(),
                                                PJ_COMP_EQUIVALENT) != 0;
    return is_same ? words : found.init_text;
}

/// Whether the code has inverted axes for its authority; not if it is a file's own.
bool is_code_inverted(pj_ctx* context, std::string const& code)
{
    Projection const crs{proj_create(context, code.c_str())};
    return crs && is_axis_inverted(context, crs.get());
}

/// "EPSG:1" as a text that PROJ looks for in the file "epsg" first.
void prefer_epsg_file(Name& name)
{
    constexpr std::string_view epsg = "EPSG:";
    if (name.authority_code.starts_with(epsg)) {
        name.init_text = "+init=epsg:" + name.authority_code.substr(epsg.size()) + " +type=crs";
        name.is_init = true;
    }
}

/// The code that well-known text has, if it says what the code means: files have their CRS in this
/// form. Else empty.
std::string code_of(pj_ctx* context, PJ const* crs)
{
    auto const* const authority = proj_get_id_auth_name(crs, 0);
    auto const* const number = proj_get_id_code(crs, 0);
    if (authority == nullptr || number == nullptr) {
        return {};
    }
    auto code = std::string{authority} + ":" + number;
    Projection const meant{proj_create(context, code.c_str())};
    bool const is_same =
        meant && proj_is_equivalent_to_with_ctx(context, crs, meant.get(),
                                                PJ_COMP_EQUIVALENT_EXCEPT_AXIS_ORDER_GEOGCRS) != 0;
    return is_same ? code : std::string{};
}

std::string quoted(std::span<std::string const> arguments)
{
    std::string text = "\"";
    for (auto const& argument : arguments) {
        text += (text.size() > 1 ? " " : "") + argument;
    }
    return text + "\"";
}

} // namespace

/// Makes definitions and remembers those of this thread; the states are shared and never change.
class DefinitionCache {
public:
    /// \throws Error of `kind`
    static Definition get(Name const& name, ProjData const& data, ErrorKind kind)
    {
        thread_local RecentlyUsed<Definition> recent{64};
        auto const key = name.authority_code + '\n' + name.proj_text + '\n' + name.init_text +
                         '\n' + (name.is_init ? "init\n" : "\n") + data.folder;
        if (auto const* const found = recent.find(key)) {
            return *found;
        }
        // PROJ searches all of its database for a code that it does not know.
        thread_local RecentlyUsed<Miss> misses{64};
        auto const now = std::chrono::steady_clock::now();
        auto* const miss = misses.find(key);
        if (miss != nullptr && now < miss->until) {
            throw Error{kind, miss->reason};
        }
        try {
            return recent.insert(key, make(name, data, kind));
        } catch (Error const& error) {
            Miss known{error.what(), now + miss_lifetime};
            if (miss != nullptr) {
                *miss = std::move(known);
            } else {
                misses.insert(key, std::move(known));
            }
            throw;
        }
    }

private:
    static constexpr std::chrono::minutes miss_lifetime{1}; ///< a folder's files may get it

    struct Miss {
        std::string reason;
        std::chrono::steady_clock::time_point until;
    };

    static Definition make(Name name, ProjData const& data, ErrorKind kind)
    {
        auto& proj = ProjThread::current(data.folder);
        auto* const context = proj.context();
        auto found = find_crs(proj, name);
        if (!found.crs || proj_is_crs(found.crs.get()) == 0) {
            auto const reason = found.crs ? "not a coordinate reference system" : proj.last_error();
            throw Error{kind, "projection \"" + name.proj_text + "\": " + reason};
        }
        bool const is_of_file = !found.init_text.empty();
        bool const is_inverted = is_of_file && is_code_inverted(context, name.proj_text);
        if (is_of_file) {
            name.proj_text = expanded(context, found);
            if (!name.authority_code.starts_with("EPSG:")) {
                name.authority_code.clear(); // the name of a file, which means nothing to clients
            }
        }
        auto const code = name.authority_code.empty() && !name.proj_text.starts_with('+')
                              ? code_of(context, found.crs.get())
                              : std::string{};
        auto const crs = horizontal(context, std::move(found.crs));
        if (!crs) {
            throw Error{kind, "projection \"" + name.proj_text + "\": no horizontal part"};
        }
        Definition::State state{.proj_text = name.proj_text,
                                .authority_code = name.authority_code,
                                .key = code.empty() ? canonical_key(name) : code,
                                .proj_data = data.folder,
                                .facts = facts_of(context, crs.get())};
        state.facts.is_axis_inverted |= is_inverted;
        return Definition{std::make_shared<Definition::State const>(std::move(state))};
    }
};

std::string const& Definition::proj_text() const noexcept
{
    return m_state ? m_state->proj_text : no_text();
}

std::string const& Definition::authority_code() const noexcept
{
    return m_state ? m_state->authority_code : no_text();
}

std::string const& Definition::proj_data() const noexcept
{
    return m_state ? m_state->proj_data : no_text();
}

bool Definition::is_geographic() const
{
    return m_state && m_state->facts.is_geographic;
}

bool Definition::is_axis_inverted() const
{
    return m_state && m_state->facts.is_axis_inverted;
}

WorldEdge Definition::world_edge() const
{
    return m_state ? m_state->facts.world_edge : WorldEdge{};
}

double Definition::meters_per_unit() const
{
    return m_state ? m_state->facts.meters_per_unit : 1;
}

bool operator==(Definition const& a, Definition const& b) noexcept
{
    if (a.m_state == b.m_state) {
        return true;
    }
    return a.m_state && b.m_state && a.m_state->key == b.m_state->key;
}

namespace {

Definition parse(std::span<std::string const> arguments, ProjData const& data, Codes codes)
{
    bool const is_blank =
        std::all_of(arguments.begin(), arguments.end(), [](std::string const& text) {
            return text.find_first_not_of(" \t\r\n") == std::string::npos;
        });
    if (is_blank) {
        return {};
    }
    auto name = name_of(arguments);
    if (!name) {
        throw Error{ErrorKind::BadMapfile, "unknown projection " + quoted(arguments)};
    }
    if (codes == Codes::FileFirst) {
        prefer_epsg_file(*name);
    }
    return DefinitionCache::get(*name, data, ErrorKind::BadMapfile);
}

} // namespace

Definition parse(std::span<std::string const> arguments, ProjData const& data)
{
    return parse(arguments, data, Codes::Written);
}

Definition parse(std::string_view text, ProjData const& data)
{
    std::string const argument{text};
    return parse(std::span{&argument, 1}, data, Codes::FileFirst);
}

Definition parse_request(std::string_view text, ProjData const& data)
{
    constexpr std::size_t longest = 255; // bytes: names are kept, also those that nobody knows
    std::optional<Name> name;
    if (text.size() <= longest) {
        name = auto_name(text);
        name = name ? name : authority_name(text);
    }
    if (!name) {
        throw Error{ErrorKind::BadRequest, "unknown coordinate reference system"};
    }
    prefer_epsg_file(*name);
    return DefinitionCache::get(*name, data, ErrorKind::BadRequest);
}

} // namespace ms::crs
