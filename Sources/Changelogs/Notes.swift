/// The notes about an update from one version to another, before rendering.
package struct Notes: Hashable, Sendable {
  /// The package's name in its ecosystem.
  package var name: String
  /// The version before the update, which the notes do not include.
  package var old: String
  /// The version after the update, the last one in the notes.
  package var new: String
  /// The repository; nil if no address refers to a known host.
  package var repository: SourceRepository?
  /// The releases, the newest first; in a repository of many packages, those of this package.
  package var releases = Section<[ReleaseNote]>.absent(.notRequested)
  /// The changelog's sections above `old` up to `new`, in the order of the file.
  package var changelog = Section<ChangelogCut>.absent(.notRequested)
  /// At most ten commits, the newest first.
  ///
  /// They require tags for both versions.
  package var commits = Section<[CommitTitle]>.absent(.notRequested)
  /// The host's page that compares both versions.
  package var comparison: String?
  /// The page of the upgrade guide, if the repository has one.
  package var upgradeGuide: String?
  /// The lines to read first, the most serious kind first.
  package var highlights: [Highlight] = []
  /// The number of requests made.
  package var requests = 0

  /// Creates notes without contents.
  package init(name: String, from old: String, to new: String) {
    self.name = name
    self.old = old
    self.new = new
  }
}

extension Notes {
  /// Whether no section is missing because a host did not answer as it should.
  package var isComplete: Bool {
    ![releases.absence, changelog.absence, commits.absence].contains { $0?.isTemporary ?? false }
  }
}

extension Section {
  fileprivate var absence: Absence? {
    if case .absent(let absence) = self { absence } else { nil }
  }
}

extension Absence {
  /// Whether a later search may find what this one did not.
  fileprivate var isTemporary: Bool {
    switch self {
    case .budgetSpent, .unreachable: true
    case .refused(let status): status == 403 || status == 429 || status >= 500
    case .notRequested, .unknownSource, .none, .unreadable: false
    }
  }
}

/// A section of the notes, or the reason why it is missing.
package enum Section<Value: Hashable & Sendable>: Hashable, Sendable {
  /// A section that is not empty.
  ///
  /// An empty section is absent with the reason `.none`.
  case found(Value)
  case absent(Absence)

  /// The section's contents; nil if it is absent.
  package var value: Value? {
    if case .found(let value) = self { value } else { nil }
  }
}

/// The reason why a section is absent.
package enum Absence: Error, Hashable, Sendable {
  /// The section has not been searched for.
  case notRequested
  /// No address refers to a supported host.
  case unknownSource
  /// The host has no such contents, or none between the versions.
  case none
  /// The limit of requests or time was reached.
  case budgetSpent
  /// The host responded with an error status.
  case refused(status: Int)
  /// The host did not respond.
  case unreachable
  /// The response cannot be read: it is binary, too large or not JSON.
  case unreadable
}

/// A release on a forge.
package struct ReleaseNote: Hashable, Sendable {
  /// The title shown by the host, or the tag if there is no title.
  package var title: String
  /// The tag: `v1.2.3`, `pkg@1.2.3`.
  package var tag: String
  /// The version in the tag: `1.2.3`.
  package var version: String
  /// Untrusted Markdown from the host; empty if the release has no text.
  package var text: String
  /// The release's web page.
  package var page: String
}

/// The part of a changelog between two versions.
package struct ChangelogCut: Hashable, Sendable {
  /// Untrusted Markdown, complete lines of the file.
  package var text: String
  /// The file's web page, with the rest of the text.
  package var page: String
  /// The number in the file, from 1, of each line of the text, except for link definitions at the
  /// end.
  package var lines: [Int] = []
}

/// One commit between two versions.
package struct CommitTitle: Hashable, Sendable {
  /// The full hash.
  package var id: String
  /// The first line of the message, cut to 80 characters.
  package var title: String
  /// The commit's web page.
  package var page: String
}
