/// Where records and answers are kept between passes, as two functions; a failing cache is its own
/// affair and answers nil.
package struct AdvisoryCache: Sendable {
  /// What was kept under a name.
  package var load: @Sendable (_ name: String) async -> [UInt8]?
  /// Keeps bytes in place of those before.
  package var keep: @Sendable (_ name: String, _ bytes: [UInt8]) async -> Void

  /// Makes a cache of two functions.
  package init(
    load: @escaping @Sendable (_ name: String) async -> [UInt8]?,
    keep: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) async -> Void
  ) {
    self.load = load
    self.keep = keep
  }

  /// Keeps nothing.
  package static let none = AdvisoryCache(load: { _ in nil }, keep: { _, _ in })
}
