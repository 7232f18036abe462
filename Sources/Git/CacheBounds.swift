/// The limits of the git caches.
package struct CacheBounds: Hashable, Sendable {
  /// The maximum size of all caches of a folder, in bytes.
  package var size: Int
  /// Caches that were unused for this many seconds are removed, whatever the size.
  package var age: Int
  /// Caches that were used within this many seconds are kept; longer than any pass.
  package var grace: Int

  /// Creates limits: by default 2 GiB, 90 days, and a day of grace.
  package init(size: Int = 2 << 30, age: Int = 90 * 86_400, grace: Int = 86_400) {
    self.size = size
    self.age = age
    self.grace = grace
  }

  /// An existing cache.
  struct Kept: Hashable, Sendable {
    var path: String
    var size: Int
    /// Seconds since the last use.
    var idle: Int
  }

  /// Selects the caches to remove, without side effects.
  ///
  /// These are all caches that are too old, and then the least recently used ones until nine tenths
  /// of the size remain.
  func superfluous(_ all: [Kept]) -> [Kept] {
    var size = all.reduce(0) { $0 + $1.size }
    var gone: [Kept] = []
    let isTooLarge = size > self.size
    for kept in all.sorted(by: { ($0.idle, $0.path) > ($1.idle, $1.path) }) {
      guard kept.idle > grace else { break }
      guard kept.idle > age || isTooLarge && size > self.size / 10 * 9 else { continue }
      gone.append(kept)
      size -= kept.size
    }
    return gone
  }
}
