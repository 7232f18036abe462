/// Stores records and answers between passes.
///
/// A cache handles its own failures and returns nil.
package struct AdvisoryCache: Sendable {
  /// Loads the bytes stored under a name.
  package var load: @Sendable (_ name: String) async -> [UInt8]?
  /// Stores bytes, replacing those stored before.
  package var keep: @Sendable (_ name: String, _ bytes: [UInt8]) async -> Void

  /// Creates a cache from two functions.
  package init(
    load: @escaping @Sendable (_ name: String) async -> [UInt8]?,
    keep: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) async -> Void
  ) {
    self.load = load
    self.keep = keep
  }

  /// A cache that stores nothing.
  package static let none = AdvisoryCache(load: { _ in nil }, keep: { _, _ in })
}
