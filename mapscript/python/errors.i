// SPDX-License-Identifier: MIT
// Every exception of the library becomes one of Python, by the code of the newest error. Calls that may change something are
// counted.

%{
#include "script/interpreter.hpp"

namespace {

PyObject* map_server_error = nullptr;
PyObject* map_server_child_error = nullptr;

PyObject* exception_of(int code)
{
    switch (code) {
    case ms::script::MS_IOERR: return PyExc_OSError;
    case ms::script::MS_MEMERR: return PyExc_MemoryError;
    case ms::script::MS_TYPEERR: return PyExc_TypeError;
    case ms::script::MS_EOFERR: return PyExc_EOFError;
    case ms::script::MS_CHILDERR: return map_server_child_error;
    default: return map_server_error;
    }
}

/// The message is the complete list of errors, which is empty afterwards.
void raise(std::exception const& error, char const* routine)
{
    auto const failure = ms::script::failure_of(error, routine);
    ms::script::remember(failure);
    auto const text = ms::script::msGetErrorString("\n").str();
    ms::script::msResetErrorList();
    PyObject* const message = PyUnicode_DecodeUTF8(
        text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
    PyErr_SetObject(exception_of(failure.code()), message);
    Py_XDECREF(message);
}

} // namespace
%}

%define %ms_guarded(directive)
directive {
    try {
        if constexpr (ms::script::may_change("$symname")) {
            ms::script::count_change();
        }
        $action
    } catch (std::exception const& error) {
        raise(error, "$name()");
        SWIG_fail;
    }
}
%enddef

%ms_guarded(%exception)
%ms_guarded(%exceptionvar)

%init %{
    map_server_error = PyErr_NewException("_mapscript.MapServerError", nullptr, nullptr);
    map_server_child_error =
        PyErr_NewException("_mapscript.MapServerChildError", map_server_error, nullptr);
    Py_XINCREF(map_server_error);
    Py_XINCREF(map_server_child_error);
    PyModule_AddObject(m, "MapServerError", map_server_error);
    PyModule_AddObject(m, "MapServerChildError", map_server_child_error);
%}

%pythoncode %{
MapServerError = _mapscript.MapServerError
MapServerChildError = _mapscript.MapServerChildError
%}
