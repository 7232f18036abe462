/// What there is to read about a step from one version to another; values, not yet written out.
package struct Notes: Hashable, Sendable {
  package var name: String
  package var old: String
  package var new: String
  /// Nil where no address leads to a known host.
  package var repository: SourceRepository?
  package var releases = Section<[ReleaseNote]>.absent(.notLookedFor)
  package var changelog = Section<ChangelogCut>.absent(.notLookedFor)
  package var commits = Section<[CommitTitle]>.absent(.notLookedFor)
  /// The page on which the host compares both versions.
  package var comparison: String?
  /// The page of a guide to upgrading, where the repository has one.
  package var upgradeGuide: String?
  /// The lines to read first, the gravest kind first.
  package var highlights: [Highlight] = []
  /// How many requests it took.
  package var requests = 0

  /// Begins with nothing found.
  package init(name: String, from old: String, to new: String) {
    self.name = name
    self.old = old
    self.new = new
  }
}

/// A part of the notes, or why it is missing.
package enum Section<Value: Hashable & Sendable>: Hashable, Sendable {
  case found(Value)
  case absent(Absence)

  /// What was found; nil where nothing was.
  package var value: Value? {
    if case .found(let value) = self { value } else { nil }
  }
}

/// Why there is nothing to show.
package enum Absence: Error, Hashable, Sendable {
  case notLookedFor
  /// No address leads to a host that is known how to ask.
  case unknownSource
  /// The host has none, or none between the versions.
  case none
  /// Requests or time ran out.
  case budgetSpent
  /// The host answered with another status than success.
  case refused(status: Int)
  /// No answer came.
  case unreachable
  /// The answer was nothing that could be read: binary, too large, not JSON.
  case unreadable
}

/// A release's page on a forge.
package struct ReleaseNote: Hashable, Sendable {
  package var title: String
  package var tag: String
  package var version: String
  package var text: String
  package var page: String
}

/// The part of a changelog between two versions.
package struct ChangelogCut: Hashable, Sendable {
  package var text: String
  /// The file's page, for the rest of it.
  package var page: String
  /// Of each line of the text the number in the file, from 1; link definitions at the end have
  /// none.
  package var lines: [Int] = []
}

/// One commit between two versions.
package struct CommitTitle: Hashable, Sendable {
  package var id: String
  package var title: String
  package var page: String
}
