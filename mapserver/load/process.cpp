// SPDX-License-Identifier: MIT
#include "load/process.hpp"

#include "base/string.hpp"

#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

namespace ms::load {

ProcessState look_at_process(int pid)
{
    ProcessState state;
    auto const folder = std::filesystem::path{"/proc"} / std::to_string(pid);
    std::ifstream status{folder / "status"};
    for (std::string line; std::getline(status, line);) {
        auto const colon = line.find(':');
        auto const value = trim(std::string_view{line}.substr(std::min(line.size(), colon + 1)));
        if (line.starts_with("VmRSS:")) {
            state.resident_mib = parse_int(value.substr(0, value.find(' '))).value_or(0) / 1024.0;
        } else if (line.starts_with("Threads:")) {
            state.threads = parse_int(value).value_or(0);
        }
    }
    std::error_code error;
    for (std::filesystem::directory_iterator entry{folder / "fd", error}, end; entry != end;
         entry.increment(error)) {
        ++state.files;
    }
    return state;
}

double own_processor_seconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

} // namespace ms::load
