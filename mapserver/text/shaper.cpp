// SPDX-License-Identifier: MIT
#include "text/shaper.hpp"

#include "base/handle.hpp"

#include <fribidi.h>
#include <hb.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ms::text {

namespace {

using Buffer = Handle<hb_buffer_t, hb_buffer_destroy>;
using Fonts = std::span<std::shared_ptr<Font const> const>;

constexpr char32_t replacement = 0xFFFD;

/// The text as code points, each with the byte it starts at.
struct Characters {
    std::vector<FriBidiChar> codes;
    std::vector<std::uint32_t> offsets;
};

/// Marks and joiners stay with the character before them, regardless of their font.
bool sticks(FriBidiChar code)
{
    constexpr FriBidiChar first_mark = 0x300;
    if (code < first_mark) {
        return false;
    }
    auto* const functions = hb_unicode_funcs_get_default();
    auto const category = hb_unicode_general_category(functions, code);
    return category == HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK ||
           category == HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK ||
           category == HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK || code == 0x200C || code == 0x200D;
}

/// UAX 15, 13 (Stream-Safe Text Format): "The value of 30 is chosen to be significantly beyond what
/// is required for any linguistic or technical usage". More marks on one letter are dropped:
/// HarfBuzz searches back over all of them for each one.
constexpr int max_marks = 30;

Characters decode(std::string_view utf8)
{
    Characters characters;
    auto rest = utf8;
    int marks = 0; // in a row
    while (!rest.empty()) {
        auto const offset = static_cast<std::uint32_t>(utf8.size() - rest.size());
        auto const code = next_character(rest);
        marks = sticks(code) ? marks + 1 : 0;
        if (marks <= max_marks) {
            characters.offsets.push_back(offset);
            characters.codes.push_back(code);
        }
    }
    return characters;
}

/// Hebrew is the first block with letters that run from right to left; controls of direction come
/// later.
constexpr FriBidiChar first_right_to_left = 0x590;

/// Embedding levels of UAX 9; odd levels run from right to left.
std::vector<FriBidiLevel> bidi_levels(std::vector<FriBidiChar> const& codes, bool& is_right_to_left)
{
    if (std::ranges::all_of(codes, [](auto code) { return code < first_right_to_left; })) {
        is_right_to_left = false;
        return std::vector<FriBidiLevel>(codes.size());
    }
    auto const count = static_cast<FriBidiStrIndex>(codes.size());
    std::vector<FriBidiCharType> types(codes.size());
    std::vector<FriBidiBracketType> brackets(codes.size());
    std::vector<FriBidiLevel> levels(codes.size());
    fribidi_get_bidi_types(codes.data(), count, types.data());
    fribidi_get_bracket_types(codes.data(), count, types.data(), brackets.data());
    FriBidiParType direction = FRIBIDI_PAR_ON; // taken from the first strong character
    if (fribidi_get_par_embedding_levels_ex(types.data(), brackets.data(), count, &direction,
                                            levels.data()) == 0) {
        std::ranges::fill(levels, FriBidiLevel{0}); // out of memory, by its manual: unordered
    }
    is_right_to_left = FRIBIDI_IS_RTL(direction);
    return levels;
}

bool covers(Font const& font, FriBidiChar code)
{
    hb_codepoint_t glyph = 0;
    return hb_font_get_nominal_glyph(font.shaping_font(), code, &glyph) != 0;
}

/// A run that is shaped at once: one direction, script and font.
struct Run {
    std::size_t first = 0;
    std::size_t last = 0;
    FriBidiLevel level = 0;
    hb_script_t script = HB_SCRIPT_COMMON;
    std::size_t font = 0;
};

bool is_neutral(hb_script_t script)
{
    return script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED;
}

/// The first font of the list that has the character; the last if none has it, as in MapServer.
std::size_t covering_font(Fonts fonts, FriBidiChar code)
{
    auto const found = std::ranges::find_if(fonts, [&](auto const& f) { return covers(*f, code); });
    return static_cast<std::size_t>(std::min(found, fonts.end() - 1) - fonts.begin());
}

/// The font of each character. Characters without a script (digits, punctuation, spaces) use the
/// font of the preceding letters, or at the beginning that of the following ones, if that font has
/// them.
std::vector<std::size_t> fonts_of(Characters const& text, std::vector<hb_script_t> const& scripts,
                                  Fonts fonts)
{
    std::vector<std::size_t> chosen(text.codes.size());
    auto const first_letter = std::ranges::find_if_not(scripts, is_neutral) - scripts.begin();
    std::optional<std::size_t> of_letters;
    if (first_letter < std::ssize(scripts)) {
        of_letters = covering_font(fonts, text.codes[static_cast<std::size_t>(first_letter)]);
    }
    for (std::size_t i = 0; i < text.codes.size(); ++i) {
        auto const code = text.codes[i];
        bool const has_letters_font =
            is_neutral(scripts[i]) && of_letters && covers(*fonts[*of_letters], code);
        chosen[i] = i > 0 && sticks(code) ? chosen[i - 1]
                    : has_letters_font    ? *of_letters
                                          : covering_font(fonts, code);
        if (!is_neutral(scripts[i])) {
            of_letters = chosen[i];
        }
    }
    return chosen;
}

std::vector<Run> split_runs(Characters const& text, std::vector<FriBidiLevel> const& levels,
                            Fonts fonts)
{
    auto* const functions = hb_unicode_funcs_get_default();
    std::vector<hb_script_t> scripts;
    for (auto const code : text.codes) {
        scripts.push_back(hb_unicode_script(functions, code));
    }
    auto const chosen = fonts_of(text, scripts, fonts);
    std::vector<Run> runs;
    for (std::size_t i = 0; i < text.codes.size(); ++i) {
        bool const has_no_script = is_neutral(scripts[i]);
        auto const script = has_no_script ? HB_SCRIPT_COMMON : scripts[i];
        if (!runs.empty() && runs.back().level == levels[i] && runs.back().font == chosen[i] &&
            (has_no_script || runs.back().script == HB_SCRIPT_COMMON ||
             runs.back().script == script)) {
            runs.back().last = i + 1;
            if (!has_no_script) {
                runs.back().script = script;
            }
        } else {
            runs.push_back({i, i + 1, levels[i], script, chosen[i]});
        }
    }
    return runs;
}

/// UAX 9, rule L2: "From the highest level found in the text to the lowest odd level on each line,
/// reverse any contiguous sequence of characters that are at that level or higher." Here of runs;
/// HarfBuzz reverses inside them.
void to_visual_order(std::vector<Run>& runs)
{
    FriBidiLevel highest = 0;
    for (auto const& run : runs) {
        highest = std::max(highest, run.level);
    }
    for (auto level = highest; level > 0; --level) {
        for (auto first = runs.begin(); first != runs.end();) {
            first =
                std::find_if(first, runs.end(), [&](Run const& run) { return run.level >= level; });
            auto const last =
                std::find_if(first, runs.end(), [&](Run const& run) { return run.level < level; });
            std::reverse(first, last);
            first = last;
        }
    }
}

/// MapServer's sign for characters without a font: legible, while a font's own box for missing
/// glyphs may be blank.
constexpr hb_codepoint_t missing_sign = '?';

/// Glyphs and positions of HarfBuzz's buffer, with a sign in place of missing glyphs. Checked after
/// shaping, since letters that a font lacks may be composed of others, and vice versa.
void replace_missing(Font const& font, std::span<hb_glyph_info_t> infos,
                     std::span<hb_glyph_position_t> places)
{
    auto* const shaping = font.shaping_font();
    hb_codepoint_t sign = 0;
    if (hb_font_get_nominal_glyph(shaping, missing_sign, &sign) == 0) {
        return;
    }
    for (std::size_t i = 0; i < infos.size(); ++i) {
        if (infos[i].codepoint == 0) {
            infos[i].codepoint = sign;
            places[i] = {};
            places[i].x_advance = hb_font_get_glyph_h_advance(shaping, sign);
        }
    }
}

constexpr hb_feature_t without(hb_tag_t feature)
{
    return {feature, 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END};
}

/// MapServer sets the letters of Latin words one by one; kerned or with ligatures, labels would be
/// shorter than its and legends of another size.
constexpr std::array one_by_one{without(HB_TAG('k', 'e', 'r', 'n')),
                                without(HB_TAG('l', 'i', 'g', 'a')),
                                without(HB_TAG('c', 'l', 'i', 'g'))};

void shape_run(hb_buffer_t* buffer, Characters const& text, Run const& run, Font const& font,
               double size_px, Line& line)
{
    hb_buffer_clear_contents(buffer);
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES);
    // The whole line is context: letters join across runs of one font.
    hb_buffer_add_codepoints(buffer, text.codes.data(), static_cast<int>(text.codes.size()),
                             static_cast<unsigned>(run.first),
                             static_cast<int>(run.last - run.first));
    hb_buffer_set_direction(buffer, run.level % 2 == 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
    hb_buffer_set_script(buffer, run.script == HB_SCRIPT_COMMON ? HB_SCRIPT_LATIN : run.script);
    bool const is_latin = hb_buffer_get_script(buffer) == HB_SCRIPT_LATIN;
    hb_shape(font.shaping_font(), buffer, one_by_one.data(),
             is_latin ? static_cast<unsigned>(one_by_one.size()) : 0);

    unsigned count = 0;
    auto* const infos = hb_buffer_get_glyph_infos(buffer, &count);
    auto* const places = hb_buffer_get_glyph_positions(buffer, &count);
    replace_missing(font, {infos, count}, {places, count});
    double const scale = size_px / font.units_per_em();
    for (unsigned i = 0; i < count; ++i) {
        // FreeType's advances are 64ths of a pixel, and so MapServer's.
        double const advance = std::round(places[i].x_advance * scale * 64) / 64;
        line.glyphs.push_back(
            {&font,
             infos[i].codepoint,
             {line.width + places[i].x_offset * scale, -places[i].y_offset * scale},
             advance,
             text.offsets[infos[i].cluster]});
        line.width += advance;
    }
}

} // namespace

char32_t next_character(std::string_view& rest)
{
    auto const lead = static_cast<unsigned char>(rest.front());
    std::size_t const length = lead < 0x80        ? 1
                               : lead >> 5U == 6  ? 2
                               : lead >> 4U == 14 ? 3
                               : lead >> 3U == 30 ? 4
                                                  : 0;
    if (length == 0 || length > rest.size()) {
        rest.remove_prefix(1);
        return replacement;
    }
    char32_t code = length == 1 ? lead : lead & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        auto const byte = static_cast<unsigned char>(rest[i]);
        if ((byte & 0xC0U) != 0x80) {
            rest.remove_prefix(1);
            return replacement;
        }
        code = code << 6U | (byte & 0x3FU);
    }
    constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    bool const is_good =
        code >= smallest[length] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    rest.remove_prefix(is_good ? length : 1);
    return is_good ? code : replacement;
}

Line shape(std::string_view utf8, Fonts fonts, double size_px)
{
    Line line;
    auto const text = decode(utf8);
    if (text.codes.empty() || fonts.empty()) {
        return line;
    }
    auto const levels = bidi_levels(text.codes, line.is_right_to_left);
    auto runs = split_runs(text, levels, fonts);
    to_visual_order(runs);
    Buffer const buffer{hb_buffer_create()};
    for (auto const& run : runs) {
        shape_run(buffer.get(), text, run, *fonts[run.font], size_px, line);
    }
    return line;
}

} // namespace ms::text
