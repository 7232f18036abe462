/// A version number under the rules of one ecosystem, parsed and totally ordered.
package protocol Version: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// Parses the ecosystem's syntax; nil if the ecosystem's own tool would refuse it.
  init?(_ text: String)
  /// Whether the ecosystem treats the version as a pre-release.
  var isPrerelease: Bool { get }
}
