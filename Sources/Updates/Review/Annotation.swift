package import Changelogs
package import Ecosystem

/// What the world says of an update, gathered just before somebody reads it.
///
/// None of it is part of what the pull request is: what upstream writes later, or cannot be reached
/// today, moves no branch.
package struct Annotation: Hashable, Sendable {
  /// Release notes, changelog and commits as Markdown that is safe to show, by dependency.
  ///
  /// Several lengths of the same notes, the longest first: the body takes what fits.
  package var notes: [String: [String]]
  /// Lines of those notes that stand out, by dependency.
  package var highlights: [String: [Highlight]]
  /// What registries and locks give to think about.
  package var cautions: [Caution]
  /// Where the repository's own sources import a dependency, by its name.
  package var uses: [String: Uses]

  /// Joins what was found; nothing is the beginning.
  package init(
    notes: [String: [String]] = [:], highlights: [String: [Highlight]] = [:],
    cautions: [Caution] = [], uses: [String: Uses] = [:]
  ) {
    self.notes = notes
    self.highlights = highlights
    self.cautions = cautions
    self.uses = uses
  }
}

/// The files of a repository that import a dependency.
package struct Uses: Hashable, Sendable {
  /// Paths from the root, sorted.
  package var files: [String]
  /// How many files were read.
  package var read: Int
  /// How many could import it.
  package var candidates: Int

  /// Counts uses.
  package init(files: [String], read: Int, candidates: Int) {
    self.files = files
    self.read = read
    self.candidates = candidates
  }
}
