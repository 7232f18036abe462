import CMalloc

/// The C library's memory, which Swift's objects come from, too.
enum Allocator {
  /// Lets all threads share the first one's arena; called before there are others.
  ///
  /// glibc gives each thread an arena of its own that grows by a page and a system call at a time.
  /// That pays where many threads work long; a command that ends at once only pays for it.
  static func shareArena() {
    _ = mallopt(M_ARENA_MAX, 1)
  }
}
