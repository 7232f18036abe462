import Ecosystem

/// What a use refers to, as its repository says.
struct UseState: Sendable {
  /// The version that is shown and compared; nil for a branch, or a commit without a tag.
  var version: ActionTag?
  /// The version with all components that the reference has at present: `4.2.2` for `v4`.
  var exact: ActionTag?
  /// The tags to choose from, in the form of the use, oldest first.
  var candidates: [ActionTag]

  /// Looks a use up in the references of its repository.
  ///
  /// The version of a pinned commit is that of its tag with the most components. If no tag has the
  /// commit, a short version in the comment, as `# v4`, names a tag that has moved on.
  init(_ use: ActionUse, in references: ActionReferences) {
    self =
      use.isPinned
      ? UseState(pinned: use, in: references) : UseState(named: use.reference, in: references)
  }

  private init(pinned use: ActionUse, in references: ActionReferences) {
    exact = references.version(of: use.reference)
    let stated = use.stated.flatMap { $0.numbers.count < 3 ? references.tag($0) : nil }
    version = exact ?? stated
    candidates = version.map { form in references.versions.filter { $0.hasForm(of: form) } } ?? []
  }

  private init(named name: String, in references: ActionReferences) {
    version = ActionTag(name)
    let commit = references.tags[name] ?? references.branches[name]
    exact = commit.flatMap(references.version) ?? version
    guard let form = version else {
      candidates = []
      return
    }
    let isBranch = references.tags[name] == nil && references.branches[name] != nil
    let all = references.versions + (isBranch ? references.versionBranches : [])
    var seen: Set<String> = []
    candidates = all.filter { $0.hasForm(of: form) && seen.insert($0.text).inserted }.sorted {
      ($0, $0.text) < ($1, $1.text)
    }
  }

  /// Chooses the tag for a version: the newest candidate within it.
  func choice(for version: ActionTag) -> ActionTag? { candidates.last { $0.isWithin(version) } }
}

extension ActionReferences {
  /// Finds the tag of a version that a comment states, with or without `v`.
  func tag(_ stated: ActionTag) -> ActionTag? {
    [stated.text, "v" + stated.text].first { tags[$0] != nil }.flatMap { ActionTag($0) }
  }
}
