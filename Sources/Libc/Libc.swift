// The only file that names the C library of a system: every other file imports this module.
// ArchitectureTests check that.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif
