/// What a project says about the package that replaces a deprecated dependency.
package enum SuccessorAnswer: Hashable, Sendable {
  /// The manifest can name the successor instead.
  case replaceable(Successor)
  /// People have to replace it, for a reason such as `Podfile has Kit already`.
  case offered(reason: String)
}

/// The package that replaces a deprecated dependency, with its releases.
package struct Successor: Hashable, Sendable {
  /// The package as a dependency that isn't locked.
  package var dependency: Dependency
  /// Oldest first, without steps.
  package var releases: [Release]

  /// Creates a successor.
  package init(dependency: Dependency, releases: [Release]) {
    self.dependency = dependency
    self.releases = releases
  }
}
