// SPDX-License-Identifier: MIT
#include "render/core/selection.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace ms;
using namespace ms::render;

namespace {

/// Finds features with the ids first ... last, at most two at a time.
class CountingSearch final : public FeatureSearch {
public:
    CountingSearch(int first, int last) : m_next(first), m_last(last) {}

    bool next(PickedFeatures& found) override
    {
        found.reset(0);
        for (int i = 0; i < 2 && m_next <= m_last; ++i) {
            found.features.geometry.end_feature(geometry::Kind::None);
            found.features.ids.append(std::to_string(m_next++));
            found.classes.push_back(-1);
        }
        return found.size() > 0;
    }

private:
    int m_next;
    int m_last;
};

/// A layer of five features, of which two are kept.
struct Example {
    Example()
    {
        CountingSearch{1, 2}.next(layer.first);
        layer.others = std::make_shared<FurtherFeatures>(
            std::make_unique<CountingSearch>(3, 5), [this](FurtherFeatures::Purpose purpose) {
                ++(purpose == FurtherFeatures::Purpose::Use ? uses : counts);
                return std::make_unique<CountingSearch>(1, 5);
            });
    }
    Example(Example const&) = delete;
    Example& operator=(Example const&) = delete;

    [[nodiscard]] std::string read() const
    {
        std::string ids;
        PickedReader reader{layer};
        while (auto const* const found = reader.next()) {
            for (std::size_t row = 0; row < found->size(); ++row) {
                ids += found->features.ids[row];
            }
        }
        return ids;
    }

    PickedLayer layer;
    int uses = 0;
    int counts = 0;
};

} // namespace

TEST_CASE("selection: what is kept is read first, then the search goes on")
{
    Example const example;
    CHECK(example.read() == "12345");
    CHECK(example.uses == 0);
}

TEST_CASE("selection: every further reading is a search of its own")
{
    Example const example;
    CHECK(example.read() + example.read() + example.read() == "123451234512345");
    CHECK(example.uses == 2);
}

TEST_CASE("selection: a search that was not kept begins again")
{
    Example const example;
    static_cast<void>(example.layer.others->take_begun());
    CHECK(example.read() == "12345");
    CHECK(example.uses == 1);
}

TEST_CASE("selection: features are counted once, and not at all once they were read")
{
    Example const asked;
    CHECK(asked.layer.size() == 5);
    CHECK(asked.layer.size() == 5);
    CHECK(asked.counts == 1);
    CHECK(asked.read() == "12345");
    Example const read_before;
    static_cast<void>(read_before.read());
    CHECK(read_before.layer.size() == 5);
    CHECK(read_before.counts == 0);
}

TEST_CASE("selection: a reading that is given up leaves the next one whole")
{
    Example const example;
    static_cast<void>(PickedReader{example.layer}.next());
    CHECK(example.read() == "12345");
    CHECK(example.layer.size() == 5);
}

TEST_CASE("selection: numbers go on from layer to layer")
{
    Selection selection;
    selection.layers.resize(2);
    CountingSearch{1, 2}.next(selection.layers[0].first);
    CountingSearch{1, 1}.next(selection.layers[1].first);
    CHECK(selection.size() == 3);
    CHECK(selection.size_before(selection.layers[0]) == 0);
    CHECK(selection.size_before(selection.layers[1]) == 2);
}
