#pragma once
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

// Large libraries that many commands never need are loaded when one of their functions is first
// called: the system's loader would take longer with them, and with all that they need in turn, than
// a short command does with its work.
//
// Each function in use is defined anew with the library's own declaration, which the compiler
// compares, and passes its arguments on:
//
//     LIBRARY("libpq.so.5")
//     FORWARD(void, PQfinish, (PGconn *conn), (conn))
//
// What is used and stands in no such line is an undefined symbol when the program is linked.

// The files of all libraries, for a process that loads them before it may not load any more. Each
// module adds its own before the program starts.
__attribute__((weak)) const char *martlet_libraries[16];
__attribute__((weak)) int martlet_library_count;

// Names the file to load, as the loader would find it in the program's own list.
#define LIBRARY(file)                                                                              \
  __attribute__((constructor)) static void martlet_add_library(void) {                             \
    if (martlet_library_count < (int)(sizeof martlet_libraries / sizeof *martlet_libraries))       \
      martlet_libraries[martlet_library_count++] = file;                                           \
  }                                                                                                \
  static void *martlet_symbol(const char *name) {                                                  \
    static _Atomic(void *) opened;                                                                 \
    void *library = atomic_load(&opened);                                                          \
    if (!library) atomic_store(&opened, library = martlet_library(file));                          \
    void *symbol = dlsym(library, name);                                                           \
    if (!symbol) martlet_give_up();                                                                \
    return symbol;                                                                                 \
  }

// Defines a function that calls the library's function of the same name.
#define FORWARD(result, name, parameters, arguments)                                               \
  result name parameters {                                                                         \
    static __typeof__(name) *_Atomic found;                                                        \
    LOADED(name, found)                                                                            \
    return function arguments;                                                                     \
  }

// Declares `function` as what the library has by a name, remembered in `found`.
#define LOADED(name, found)                                                                        \
  __typeof__(name) *function = atomic_load_explicit(&found, memory_order_acquire);                 \
  if (!function) {                                                                                 \
    function = (__typeof__(name) *)martlet_symbol(#name);                                          \
    atomic_store_explicit(&found, function, memory_order_release);                                 \
  }

// Ends the program as the system's loader does where a library is missing.
static inline _Noreturn void martlet_give_up(void) {
  const char *words = dlerror();
  fprintf(stderr, "martlet: %s\n", words ? words : "a library lacks a function");
  _exit(127);
}

// Threads that open the same library at once get the same handle.
static inline void *martlet_library(const char *file) {
  void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (!library) martlet_give_up();
  return library;
}
