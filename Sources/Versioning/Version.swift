/// A release's number under the rules of one ecosystem: a total order over parsed text.
package protocol Version: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// Reads the ecosystem's spelling; nil where the ecosystem's own tool would refuse it.
  init?(_ text: String)
  /// Whether the ecosystem counts it as not yet released.
  var isPrerelease: Bool { get }
}
