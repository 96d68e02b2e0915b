// SPDX-License-Identifier: MIT
// Attributes that are computed: get_name() of the class is `name` of the script's object.

%define %ms_computed(Class, Type, Name)
%ignore ms::script::Class::get_##Name;
%immutable ms::script::Class::Name;
%extend ms::script::Class { Type Name; }
%{
static Type ms_script_##Class##_##Name##_get(ms::script::Class* self) { return self->get_##Name(); }
%}
%enddef

// Classes of the C++ side only.
%ignore ms::script::Text;
%ignore ms::script::Bytes;
%ignore ms::script::text_or_null;
%ignore ms::script::Failure;
