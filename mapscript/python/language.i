// SPDX-License-Identifier: MIT
// How the library meets Python.

%include "errors.i"
%include "texts.i"
%include "sequences.i"
%include "parts.i"

%init %{
    ms::script::set_interpreter({[]() -> void* { return PyEval_SaveThread(); },
                                 [](void* state) {
                                     PyEval_RestoreThread(static_cast<PyThreadState*>(state));
                                 }});
%}
