// SPDX-License-Identifier: MIT
// Sequences of numbers are tuples; any sequence is taken.

%fragment("ms_sequence", "header") %{
namespace {

template <typename Number>
bool to_numbers(PyObject* object, std::vector<Number>& numbers)
{
    PyObject* const sequence = PySequence_Fast(object, "expected a sequence of numbers");
    if (sequence == nullptr) {
        return false;
    }
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(sequence); ++i) {
        PyObject* const item = PySequence_Fast_GET_ITEM(sequence, i);
        if constexpr (std::is_integral_v<Number>) {
            numbers.push_back(static_cast<Number>(PyLong_AsLong(item)));
        } else {
            numbers.push_back(PyFloat_AsDouble(item));
        }
    }
    Py_DECREF(sequence);
    return PyErr_Occurred() == nullptr;
}

template <typename Number>
PyObject* from_numbers(std::vector<Number> const& numbers)
{
    PyObject* const tuple = PyTuple_New(static_cast<Py_ssize_t>(numbers.size()));
    for (std::size_t i = 0; tuple != nullptr && i < numbers.size(); ++i) {
        PyObject* item = nullptr;
        if constexpr (std::is_integral_v<Number>) {
            item = PyLong_FromLong(numbers[i]);
        } else {
            item = PyFloat_FromDouble(numbers[i]);
        }
        PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), item);
    }
    return tuple;
}

} // namespace
%}

%define %ms_numbers(Number)
%naturalvar std::vector<Number>;
%typemap(in, fragment="ms_sequence") std::vector<Number> {
    if (!to_numbers($input, $1)) SWIG_fail;
}
%typemap(in, fragment="ms_sequence") std::vector<Number> const & (std::vector<Number> temp) {
    if (!to_numbers($input, temp)) SWIG_fail;
    $1 = &temp;
}
%typemap(out, fragment="ms_sequence") std::vector<Number> { $result = from_numbers($1); }
%typemap(out, fragment="ms_sequence") std::vector<Number> const & { $result = from_numbers(*$1); }
%enddef

%ms_numbers(int)
%ms_numbers(double)
