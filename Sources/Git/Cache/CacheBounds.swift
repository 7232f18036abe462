/// How much of what was fetched is kept.
package struct CacheBounds: Hashable, Sendable {
  /// Bytes of all caches of a folder together.
  package var size: Int
  /// Seconds without use after which a cache goes, whatever the size.
  package var age: Int
  /// Seconds without use before which none goes: longer than any pass takes.
  package var grace: Int

  /// Keeps two gigabytes and three months unless told otherwise; what was used within a day stays.
  package init(size: Int = 2 << 30, age: Int = 90 * 86_400, grace: Int = 86_400) {
    self.size = size
    self.age = age
    self.grace = grace
  }

  /// A cache as it is found.
  struct Kept: Hashable, Sendable {
    var path: String
    var size: Int
    /// Seconds since it was last used.
    var idle: Int
  }

  /// Chooses what goes; pure.
  ///
  /// All that is too old, then those used longest ago, down to nine tenths of the size.
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
