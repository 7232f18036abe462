/// What there is to read about a step from one version to another; values, not yet written out.
package struct Notes: Hashable, Sendable {
  /// As the ecosystem spells the package.
  package var name: String
  /// As the lock had it; not part of the notes.
  package var old: String
  /// As the lock will have it; the last version that the notes are about.
  package var new: String
  /// Nil where no address leads to a known host.
  package var repository: SourceRepository?
  /// The newest version first; of a repository of many packages those of this one.
  package var releases = Section<[ReleaseNote]>.absent(.notLookedFor)
  /// The file's sections above `old` up to `new`, in the file's own order.
  package var changelog = Section<ChangelogCut>.absent(.notLookedFor)
  /// The newest first, ten at most, and only where both versions have tags.
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
  /// Not empty: what is empty is absent with the reason `.none`.
  case found(Value)
  case absent(Absence)

  /// What was found; nil where nothing was.
  package var value: Value? {
    if case .found(let value) = self { value } else { nil }
  }
}

/// Why there is nothing to show.
package enum Absence: Error, Hashable, Sendable {
  /// The search has not come to it.
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
  /// As the host shows it; the tag where it shows none.
  package var title: String
  /// As the repository has it: `v1.2.3`, `pkg@1.2.3`.
  package var tag: String
  /// What of the tag is the version: `1.2.3`.
  package var version: String
  /// Markdown of strangers, as the host sends it; empty where nobody wrote any.
  package var text: String
  /// The release's address for people.
  package var page: String
}

/// The part of a changelog between two versions.
package struct ChangelogCut: Hashable, Sendable {
  /// Markdown of strangers, whole lines of the file.
  package var text: String
  /// The file's page, for the rest of it.
  package var page: String
  /// Of each line of the text the number in the file, from 1; link definitions at the end have
  /// none.
  package var lines: [Int] = []
}

/// One commit between two versions.
package struct CommitTitle: Hashable, Sendable {
  /// The full hash, as the host names it.
  package var id: String
  /// The first line of the message, cut to 80 characters.
  package var title: String
  /// The commit's address for people.
  package var page: String
}
