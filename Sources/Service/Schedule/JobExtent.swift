/// How much of a repository a visit looks at.
package enum JobExtent: Hashable, Sendable {
  /// All stages of a pass.
  case everything
  /// The pull requests whose checks have changed.
  case changedChecks
}
