import CMalloc
import Libc

/// The C library's allocator, which Swift's objects also use.
enum Allocator {
  /// Makes all threads share the first one's arena; called before other threads exist.
  ///
  /// glibc gives each thread an arena that grows by one page per system call. That pays off for
  /// threads that work for a long time, but not for a short command.
  static func shareArena() {
    _ = mallopt(M_ARENA_MAX, 1)
  }

  /// The space that the heap is extended by, which is less than most commands need.
  private static let extent = 64 << 20
  /// The size of a large page on all supported processors.
  private static let page = UInt(2 << 20)

  /// Extends the heap at once, and asks the system for large pages.
  ///
  /// A command that reads a thousand documents of a registry fills 60 MB. The faults of 15,000 small pages
  /// would take a fifth of its time. Space that isn't used takes no memory. Without large pages, nothing
  /// else changes.
  static func useLargePages() {
    // Setting the extent would also make glibc map each larger block separately.
    guard mallopt(M_MMAP_THRESHOLD, 32 << 20) == 1, mallopt(M_TOP_PAD, Int32(extent)) == 1
    else { return }
    let start = (UInt(bitPattern: sbrk(0)) + page - 1) / page * page
    let block = malloc(1 << 20)
    let end = UInt(bitPattern: sbrk(0))
    // Asking for the size keeps the compiler from removing the block.
    if malloc_usable_size(block) > 0, end > start {
      _ = madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_HUGEPAGE)
    }
    free(block)
  }
}
