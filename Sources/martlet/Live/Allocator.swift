import CMalloc

/// The C library's allocator, which Swift's objects also use.
enum Allocator {
  /// Makes all threads share the first one's arena; called before other threads exist.
  ///
  /// glibc gives each thread an arena that grows by one page per system call. That pays off for
  /// threads that work for a long time, but not for a short command.
  static func shareArena() {
    _ = mallopt(M_ARENA_MAX, 1)
  }
}
