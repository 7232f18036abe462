/// How a host reads the file that says who is responsible for which files.
package struct CodeOwnersFormat: Hashable, Sendable {
  /// The paths at which it may be, by preference.
  package var paths: [String]
  /// Whether lines such as `[Documentation] @acme/docs` begin a part with owners of its own.
  package var hasSections = false
  /// Whether patterns are regular expressions instead of paths.
  package var hasExpressions = false

  /// Describes a format.
  package init(
    paths: [String] = ["CODEOWNERS", "docs/CODEOWNERS"], hasSections: Bool = false,
    hasExpressions: Bool = false
  ) {
    self.paths = paths
    self.hasSections = hasSections
    self.hasExpressions = hasExpressions
  }

  /// Adds folders that come first.
  package func after(_ folders: [String]) -> CodeOwnersFormat {
    var format = self
    format.paths = folders.map { "\($0)/CODEOWNERS" } + paths
    return format
  }

  /// Adds folders that come last.
  package func before(_ folders: [String]) -> CodeOwnersFormat {
    var format = self
    format.paths += folders.map { "\($0)/CODEOWNERS" }
    return format
  }
}
