import YAML

/// Limits of pull requests for version updates, of an entry or of a whole repository.
///
/// Security updates have a limit of their own and never wait for these.
package struct OpenLimits: Hashable, Sendable {
  /// The maximum number of open ones; nil: no further limit.
  package var open: Int?
  /// The maximum number that is opened in an hour; nil: no limit.
  package var perHour: Int?
  /// The maximum number of branches, with and without a pull request; nil: no limit.
  package var branches: Int?

  /// Creates limits that restrict nothing.
  package init() {}

  /// Whether it restricts nothing.
  package var isEmpty: Bool { self == OpenLimits() }
}

extension Shape where Value == OpenLimits {
  static var openLimits: Shape { section(OpenLimits(), keys(\.self)) }
}

extension OpenLimits {
  /// The keys of a section that contains these limits.
  static func keys<Root>(_ path: WritableKeyPath<Root, OpenLimits>) -> [Key<Root>] {
    [
      Key("open", path.appending(path: \.open), .integer(0...1000)),
      Key("per-hour", path.appending(path: \.perHour), .integer(1...1000)),
      Key("branches", path.appending(path: \.branches), .integer(0...1000)),
    ]
  }
}

private func keys(
  _ path: WritableKeyPath<OpenLimits, OpenLimits>
) -> [Key<OpenLimits>] { OpenLimits.keys(path) }
