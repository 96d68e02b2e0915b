// SPDX-License-Identifier: MIT
#include "text/shaper.hpp"

#include "text/font_cache.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <sstream>

using namespace ms;

namespace {

/// A name of a country or city of mapfile-examples/data, and a font of Debian's fonts-noto-core or
/// fonts-noto-cjk that has its script.
struct Sample {
    std::string_view script;
    std::string_view font;
    std::u32string_view text;
};

constexpr std::array samples{
    Sample{"Latin", "truetype/noto/NotoSans-Regular.ttf", U"Ả Rập Xê-út"},
    Sample{"Cyrillic", "truetype/noto/NotoSans-Regular.ttf", U"Россия"},
    Sample{"Greek", "truetype/noto/NotoSans-Regular.ttf", U"Ελλάδα"},
    Sample{"Arabic", "truetype/noto/NotoNaskhArabic-Regular.ttf", U"المملكة العربية السعودية"},
    Sample{"Hebrew", "truetype/noto/NotoSansHebrew-Regular.ttf", U"ישראל"},
    Sample{"Devanagari", "truetype/noto/NotoSansDevanagari-Regular.ttf", U"दक्षिण सूडान"},
    Sample{"Bengali", "truetype/noto/NotoSansBengali-Regular.ttf", U"দক্ষিণ কোরিয়া"},
    Sample{"Thai", "truetype/noto/NotoSansThai-Regular.ttf", U"ซาอุดีอาระเบีย"},
    Sample{"Georgian", "truetype/noto/NotoSansGeorgian-Regular.ttf", U"საქართველო"},
    Sample{"Ethiopic", "truetype/noto/NotoSansEthiopic-Regular.ttf", U"ኢትዮጵያ"},
    Sample{"Armenian", "truetype/noto/NotoSansArmenian-Regular.ttf", U"Երևան"},
    Sample{"Chinese", "opentype/noto/NotoSansCJK-Regular.ttc", U"沙特阿拉伯"},
    Sample{"Japanese", "opentype/noto/NotoSansCJK-Regular.ttc", U"ニュージーランド"},
    Sample{"Korean", "opentype/noto/NotoSansCJK-Regular.ttc", U"대한민국"},
};

struct SetGlyph {
    std::uint32_t id = 0;
    long x = 0; ///< font units, as what follows
    long y = 0;
    long advance = 0;

    friend bool operator==(SetGlyph const&, SetGlyph const&) = default;
    friend std::ostream& operator<<(std::ostream& out, SetGlyph const& glyph)
    {
        return out << glyph.id << '@' << glyph.x << ',' << glyph.y << '+' << glyph.advance;
    }
};

std::string to_utf8(std::u32string_view text)
{
    std::string utf8;
    for (auto const c : text) {
        auto const put = [&](char32_t byte) { utf8.push_back(static_cast<char>(byte)); };
        if (c < 0x80) {
            put(c);
        } else if (c < 0x800) {
            put(0xC0U | c >> 6U);
            put(0x80U | (c & 0x3FU));
        } else {
            put(0xE0U | c >> 12U);
            put(0x80U | (c >> 6U & 0x3FU));
            put(0x80U | (c & 0x3FU));
        }
    }
    return utf8;
}

/// The output of HarfBuzz's own program; nothing without the program.
std::optional<std::string> ask_hb_shape(std::string const& font, Sample const& sample)
{
    std::ostringstream command;
    command << "hb-shape --no-glyph-names --no-clusters ";
    if (sample.script == "Latin") {
        command << "--features=-kern,-liga,-clig "; // as MapServer sets Latin words
    }
    command << "--unicodes=" << std::hex;
    for (auto const c : sample.text) {
        command << (&c == sample.text.data() ? "" : ",") << static_cast<unsigned>(c);
    }
    command << " '" << font << "' 2>/dev/null";
    std::unique_ptr<FILE, int (*)(FILE*)> const pipe{popen(command.str().c_str(), "r"), pclose};
    std::string answer;
    for (int c = 0; pipe && (c = std::fgetc(pipe.get())) != EOF;) {
        answer.push_back(static_cast<char>(c));
    }
    return answer.starts_with('[') ? std::optional{answer} : std::nullopt;
}

/// "[36+1401|57@-20,0+1401]"
std::vector<SetGlyph> parse(std::string const& answer)
{
    std::vector<SetGlyph> glyphs;
    std::istringstream in{answer};
    for (char mark = 0; in >> mark && mark != ']';) {
        auto& glyph = glyphs.emplace_back();
        in >> glyph.id;
        if (in.peek() == '@') {
            in.get();
            in >> glyph.x >> mark >> glyph.y;
        }
        in >> glyph.advance; // with its plus
    }
    return glyphs;
}

std::vector<SetGlyph> glyphs_of(text::Line const& line)
{
    std::vector<SetGlyph> glyphs;
    double pen = 0;
    for (auto const& glyph : line.glyphs) {
        glyphs.push_back({glyph.id, std::lround(glyph.at.x - pen), std::lround(-glyph.at.y),
                          std::lround(glyph.advance)});
        pen += glyph.advance;
    }
    return glyphs;
}

} // namespace

TEST_CASE("scripts: glyphs, offsets and advances of fourteen scripts are those of hb-shape")
{
    text::FontCache cache;
    int compared = 0;
    for (auto const& sample : samples) {
        CAPTURE(sample.script);
        auto const path = "/usr/share/fonts/" + std::string{sample.font};
        auto const answer =
            std::filesystem::exists(path) ? ask_hb_shape(path, sample) : std::nullopt;
        if (!answer) {
            MESSAGE("skipped ", sample.script, ": no ", path, " or no hb-shape (scripts/setup)");
            continue;
        }
        std::array const fonts{cache.open(path)};
        auto const line = text::shape(to_utf8(sample.text), fonts, fonts.front()->units_per_em());
        CHECK(glyphs_of(line) == parse(*answer));
        CHECK(line.is_right_to_left == (sample.script == "Arabic" || sample.script == "Hebrew"));
        ++compared;
    }
    MESSAGE(compared, " of ", samples.size(), " scripts compared");
}
