// SPDX-License-Identifier: MIT
#include "text/font.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include <hb-ot.h>
#include <hb.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <unordered_map>

namespace ms::text {

namespace {

using geometry::GeometryColumn;
using geometry::Point;

using Library = Handle<FT_LibraryRec_, FT_Done_FreeType>;
using Face = Handle<FT_FaceRec_, FT_Done_Face>;
using Blob = Handle<hb_blob_t, hb_blob_destroy>;
using ShapingFace = Handle<hb_face_t, hb_face_destroy>;
using ShapingFont = Handle<hb_font_t, hb_font_destroy>;

[[noreturn]] void refuse()
{
    throw Error{ErrorKind::Source, "the file is missing or no font that can be read"};
}

Library make_library()
{
    FT_Library raw = nullptr;
    if (FT_Init_FreeType(&raw) != 0) {
        throw Error{ErrorKind::Internal, "FreeType does not start"};
    }
    return Library{raw};
}

Face open_face(FT_Library library, std::filesystem::path const& path)
{
    FT_Face raw = nullptr;
    if (FT_New_Face(library, path.c_str(), 0, &raw) != 0) {
        refuse();
    }
    Face face{raw};
    if (!FT_IS_SCALABLE(raw) || raw->units_per_EM == 0) {
        refuse(); // bitmap fonts have no outlines
    }
    return face;
}

/// Collects FreeType's contours as closed rings, curves replaced by chords.
class OutlineReader {
public:
    OutlineReader(double units_per_em, double tolerance, GeometryColumn& out)
        : m_scale(1 / units_per_em), m_tolerance(tolerance), m_out(out)
    {}

    bool read(FT_Outline& outline)
    {
        FT_Outline_Funcs const funcs{&move_to, &line_to, &conic_to, &cubic_to, 0, 0};
        bool const is_good = FT_Outline_Decompose(&outline, &funcs, this) == 0;
        close();
        return is_good;
    }

private:
    static OutlineReader& self(void* user) { return *static_cast<OutlineReader*>(user); }
    Point point(FT_Vector const* v) const
    {
        return {static_cast<double>(v->x) * m_scale, -static_cast<double>(v->y) * m_scale};
    }
    void add(Point p)
    {
        if (!m_has_points || !(m_out.points.back() == p)) {
            m_out.points.push_back(p);
        }
        m_has_points = true;
        m_pen = p;
    }
    void close()
    {
        if (m_has_points) {
            add(m_first);
            m_out.end_ring();
        }
        m_has_points = false;
    }

    static int move_to(FT_Vector const* to, void* user)
    {
        auto& reader = self(user);
        reader.close();
        reader.m_first = reader.point(to);
        reader.add(reader.m_first);
        return 0;
    }
    static int line_to(FT_Vector const* to, void* user)
    {
        self(user).add(self(user).point(to));
        return 0;
    }
    static int conic_to(FT_Vector const* control, FT_Vector const* to, void* user)
    {
        auto& reader = self(user);
        auto const a = reader.m_pen;
        auto const b = reader.point(control);
        auto const c = reader.point(to);
        int const steps =
            reader.steps_for(std::hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y) / 4);
        for (int i = 1; i <= steps; ++i) {
            double const t = static_cast<double>(i) / steps;
            double const s = 1 - t;
            reader.add({s * s * a.x + 2 * s * t * b.x + t * t * c.x,
                        s * s * a.y + 2 * s * t * b.y + t * t * c.y});
        }
        return 0;
    }
    static int cubic_to(FT_Vector const* control1, FT_Vector const* control2, FT_Vector const* to,
                        void* user)
    {
        auto& reader = self(user);
        auto const a = reader.m_pen;
        auto const b = reader.point(control1);
        auto const c = reader.point(control2);
        auto const d = reader.point(to);
        double const bend = std::max(std::hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y),
                                     std::hypot(b.x - 2 * c.x + d.x, b.y - 2 * c.y + d.y));
        int const steps = reader.steps_for(bend * 0.75);
        for (int i = 1; i <= steps; ++i) {
            double const t = static_cast<double>(i) / steps;
            double const s = 1 - t;
            std::array const w{s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
            reader.add({w[0] * a.x + w[1] * b.x + w[2] * c.x + w[3] * d.x,
                        w[0] * a.y + w[1] * b.y + w[2] * c.y + w[3] * d.y});
        }
        return 0;
    }
    /// n equal steps leave a chord error of `bend` / n^2.
    int steps_for(double bend) const
    {
        return std::clamp(static_cast<int>(std::ceil(std::sqrt(bend / m_tolerance))), 1, 64);
    }

    double m_scale;
    double m_tolerance;
    GeometryColumn& m_out;
    Point m_first, m_pen;
    bool m_has_points = false;
};

double tolerance_of(Detail detail)
{
    return detail == Detail::Text ? 1.0 / (8 * 32) : 1.0 / (8 * 512);
}

} // namespace

/// The outline of a glyph and its bounds.
struct Font::Outline {
    GeometryColumn column;
    geometry::Box box;
};

struct Font::State {
    Library library;
    Face face;
    ShapingFont shaping;
    std::mutex mutex; ///< guards `outlines` and `face`
    using Outlines = std::unordered_map<std::uint32_t, std::unique_ptr<Outline const>>;
    std::array<Outlines, 2> outlines; ///< by Detail
    HaloCache halos;
};

Font::Font(std::filesystem::path const& path) : m_state(std::make_unique<State>())
{
    m_state->library = make_library();
    m_state->face = open_face(m_state->library.get(), path);
    auto const& face = *m_state->face;
    m_units_per_em = face.units_per_EM;
    m_ascender = face.ascender / m_units_per_em;
    m_descender = face.descender / m_units_per_em;

    Blob const blob{hb_blob_create_from_file(path.c_str())};
    ShapingFace const shaping_face{hb_face_create(blob.get(), 0)};
    m_state->shaping.reset(hb_font_create(shaping_face.get()));
    // OpenType functions of HarfBuzz itself: unlike those of FreeType they are safe from all
    // threads.
    hb_ot_font_set_funcs(m_state->shaping.get());
    hb_font_set_scale(m_state->shaping.get(), face.units_per_EM, face.units_per_EM);
    hb_font_make_immutable(m_state->shaping.get());
    m_latin_advances = measure_latin();
}

Font::~Font() = default;

HaloCache& Font::halos() const noexcept
{
    return m_state->halos;
}

hb_font_t* Font::shaping_font() const noexcept
{
    return m_state->shaping.get();
}

std::uint32_t Font::glyph_of(char32_t character) const
{
    std::scoped_lock const lock{m_state->mutex};
    auto* const face = m_state->face.get();
    if (auto const glyph = FT_Get_Char_Index(face, character); glyph != 0) {
        return glyph;
    }
    // OpenType cmap 3.0: "the character codes should start with 0xF000".
    return character < 0x100 ? FT_Get_Char_Index(face, 0xF000 + character) : 0;
}

std::array<float, Font::latin_end> Font::measure_latin() const
{
    std::array<float, latin_end> advances{};
    auto* const functions = hb_unicode_funcs_get_default();
    for (hb_codepoint_t character = ' '; character < latin_end; ++character) {
        hb_codepoint_t glyph = 0;
        auto const category = hb_unicode_general_category(functions, character);
        if (category != HB_UNICODE_GENERAL_CATEGORY_CONTROL &&
            category != HB_UNICODE_GENERAL_CATEGORY_FORMAT && // the soft hyphen takes no room
            hb_font_get_nominal_glyph(shaping_font(), character, &glyph) != 0) {
            advances[character] = static_cast<float>(
                hb_font_get_glyph_h_advance(shaping_font(), glyph) / m_units_per_em);
        }
    }
    return advances;
}

GeometryColumn const& Font::outline(std::uint32_t glyph, Detail detail) const
{
    return kept_outline(glyph, detail).column;
}

geometry::Box Font::ink(std::uint32_t glyph) const
{
    return kept_outline(glyph, Detail::Text).box;
}

Font::Outline const& Font::kept_outline(std::uint32_t glyph, Detail detail) const
{
    std::scoped_lock const lock{m_state->mutex};
    auto& kept = m_state->outlines.at(static_cast<std::size_t>(detail))[glyph];
    if (!kept) {
        auto outline = std::make_unique<Outline>();
        auto& column = outline->column;
        auto* const face = m_state->face.get();
        bool is_good = FT_Load_Glyph(face, glyph, FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP) == 0 &&
                       face->glyph->format == FT_GLYPH_FORMAT_OUTLINE;
        is_good = is_good && OutlineReader{m_units_per_em, tolerance_of(detail), column}.read(
                                 face->glyph->outline);
        if (!is_good) {
            column.clear(); // a glyph that cannot be read is blank
        }
        column.end_part();
        column.end_feature(geometry::Kind::Polygon);
        outline->box = column.box_of(0);
        kept = std::move(outline);
    }
    return *kept;
}

} // namespace ms::text
