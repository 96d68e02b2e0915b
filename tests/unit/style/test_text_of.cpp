// SPDX-License-Identifier: MIT
#include "style/text_of.hpp"

#include <doctest/doctest.h>

using namespace ms;

TEST_CASE("texts of labels: only the beginning of a very long one is used, in whole characters")
{
    mapfile::Layer const layer;
    mapfile::Class const owner;
    mapfile::Label const label;
    style::TextOf text_of{layer, owner, label, {}};
    feature::FeatureBatch batch;
    batch.reset(0);
    std::string euros = "x";
    for (int i = 0; i < 30'000; ++i) {
        euros += "\u20ac"; // three bytes
    }
    batch.texts.append(euros);
    batch.texts.append("short");
    // 1 + 3 * 21,845 is 65,536.
    CHECK(text_of.text(batch, 0) == euros.substr(0, 65'536));
    batch.texts.append("y" + euros);
    CHECK(text_of.text(batch, 2) == "yx" + euros.substr(1, 3 * 21'844));
    CHECK(text_of.text(batch, 1) == "short");
}
