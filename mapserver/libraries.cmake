# SPDX-License-Identifier: MIT
# Third-party libraries, found once. Each is met in one folder (see mapserver/README.md).
include_guard()

find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(pq REQUIRED IMPORTED_TARGET libpq)
pkg_check_modules(proj REQUIRED IMPORTED_TARGET proj)
pkg_check_modules(geos REQUIRED IMPORTED_TARGET geos)
pkg_check_modules(agg REQUIRED IMPORTED_TARGET libagg)
pkg_check_modules(cairo REQUIRED IMPORTED_TARGET cairo cairo-svg cairo-pdf)
pkg_check_modules(rsvg REQUIRED IMPORTED_TARGET librsvg-2.0>=2.52)
pkg_check_modules(pcre2 REQUIRED IMPORTED_TARGET libpcre2-8)
pkg_check_modules(deflate REQUIRED IMPORTED_TARGET libdeflate)
pkg_check_modules(minizip REQUIRED IMPORTED_TARGET minizip)
pkg_check_modules(sqlite REQUIRED IMPORTED_TARGET sqlite3>=3.35) # RETURNING
pkg_check_modules(isal IMPORTED_TARGET libisal)
pkg_check_modules(png REQUIRED IMPORTED_TARGET libpng)
pkg_check_modules(jpeg REQUIRED IMPORTED_TARGET libjpeg)
pkg_check_modules(webp REQUIRED IMPORTED_TARGET libwebp)
pkg_check_modules(freetype REQUIRED IMPORTED_TARGET freetype2)
pkg_check_modules(harfbuzz REQUIRED IMPORTED_TARGET harfbuzz)
pkg_check_modules(fribidi REQUIRED IMPORTED_TARGET fribidi)
pkg_check_modules(fontconfig REQUIRED IMPORTED_TARGET fontconfig)
pkg_check_modules(fcgi REQUIRED IMPORTED_TARGET fcgi)
pkg_check_modules(pugixml REQUIRED IMPORTED_TARGET pugixml)
pkg_check_modules(curl REQUIRED IMPORTED_TARGET libcurl)
pkg_check_modules(prometheus REQUIRED IMPORTED_TARGET prometheus-cpp-core)
pkg_check_modules(gdal IMPORTED_TARGET gdal>=3.4) # without, there are no OUTPUTFORMATs of OGR
find_package(Boost 1.74 REQUIRED) # Asio and Beast: headers only
find_package(ZLIB REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_path(protozero_include_dir protozero/pbf_builder.hpp REQUIRED) # headers only
