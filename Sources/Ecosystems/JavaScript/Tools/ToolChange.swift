/// A difference between the versions of a tool that shows in its results.
///
/// Each tool has its differences in one extension, one line each with its source, and asks its own version:
///
///     extension ToolChange {
///       /// `overrides` apply to peers.
///       static let overridesPeers = Self(
///         since: Version(8, 7, 0), source: "createVersionsOverrider.ts")
///     }
///     if version.has(.overridesPeers) { … }
package struct ToolChange: Hashable, Sendable {
  /// The first release with the change; nil if the oldest one that is served has it.
  package let since: Version?
  /// The first release without it again; nil if it stays.
  package let until: Version?
  /// The pull request, the release or the file of the tool that shows it; nil if comparisons of locks do.
  package let source: String?

  /// Describes a change.
  package init(since: Version? = nil, until: Version? = nil, source: String? = nil) {
    self.since = since
    self.until = until
    self.source = source
  }

  /// Whether a version has the change.
  package func applies(to version: Version) -> Bool {
    since.map { $0 <= version } ?? true && until.map { version < $0 } ?? true
  }
}
