package import Changelogs
package import Ecosystem
package import Impact

/// Information about an update from outside of the repository.
///
/// It is not part of the proposal's digest: new release notes, or a registry that cannot be reached,
/// never cause a rebuild.
package struct Annotation: Hashable, Sendable {
  /// Release notes, changelog and commits as sanitized Markdown, by dependency.
  ///
  /// Several lengths of the same notes, longest first. The body uses the longest that fits.
  package var notes: [String: [String]]
  /// Important lines of those notes, by dependency.
  package var highlights: [String: [Highlight]]
  /// Warnings from registries and lock files.
  package var warnings: [Warning]
  /// The dependencies whose registry didn't answer, so that it isn't known who published their versions.
  package var unreadOrigins: [String] = []
  /// The imports in the repository's own sources, by dependency.
  package var uses: [String: Uses]
  /// What happened to the update in other repositories, by dependency.
  package var evidence: [String: String] = [:]
  /// Why newer releases than the proposed ones are held back: results elsewhere change without a new
  /// proposal.
  package var held: [HeldBackRelease] = []
  /// What the update changes of the symbols that the repository uses; empty unless asked for.
  package var impacts: [ImpactReport] = []

  /// Creates an annotation.
  package init(
    notes: [String: [String]] = [:], highlights: [String: [Highlight]] = [:],
    warnings: [Warning] = [], uses: [String: Uses] = [:], impacts: [ImpactReport] = []
  ) {
    self.notes = notes
    self.highlights = highlights
    self.warnings = warnings
    self.uses = uses
    self.impacts = impacts
  }
}

/// The files of a repository that import a dependency.
package struct Uses: Hashable, Sendable {
  /// Paths from the root, sorted.
  package var files: [String]
  /// The number of files that were read.
  package var read: Int
  /// The number of files that could import it.
  package var candidates: Int

  /// Creates a count.
  package init(files: [String], read: Int, candidates: Int) {
    self.files = files
    self.read = read
    self.candidates = candidates
  }
}
