import Ecosystem
import Git

/// What a use refers to, as its repository says.
struct TagState: UseState {
  /// The version that is shown and compared; nil for a branch, or a commit without a tag.
  var version: TagVersion?
  /// The version with all components that the reference has at present: `4.2.2` for `v4`.
  var exact: TagVersion?
  /// The tags to choose from, in the form of the use, oldest first.
  var candidates: [TagVersion]
  /// The head of the branch that a pinned commit without a version follows; nil for others.
  var head: Head?
  /// Why the reference isn't evaluated; nil if it is.
  var problem: Problem?

  /// The newest commit of a branch.
  struct Head: Hashable, Sendable {
    /// The name of the branch; `HEAD` for the default branch.
    var branch: String
    /// In lower case.
    var commit: String
  }

  /// The major version, which separates the dependencies of one name, or the branch; nil without
  /// either.
  var major: String? {
    (exact ?? version).map { $0.isPlain ? "\($0.component(0))" : "\($0.prefix)\($0.component(0))" }
      ?? head?.branch
  }

  /// Looks a use up in the references of its repository.
  ///
  /// The version of a pinned commit is that of the tag in the comment if this tag has the commit, and
  /// otherwise that of its tag with the most components. If no tag has the commit, a short version in
  /// the comment, as `# v4`, names a tag that has moved on.
  init(_ use: TagUse, in references: TagReferences) {
    self =
      use.isPinned
      ? TagState(pinned: use, in: references) : TagState(named: use, in: references)
    problem = refusal(of: use, references)
  }

  private func refusal(of use: TagUse, _ references: TagReferences) -> Problem? {
    let subject = "\(use.name)@\(use.reference)"
    if use.isPinned {
      if let tag = references.tagNames[use.reference], let commit = references.tags[tag],
        version.map({ old in !candidates.contains { $0 > old } }) ?? true
      {
        return Problem(
          .refused, "is pinned to the object of the annotated tag \(tag), not to its commit",
          subject: subject, at: use.location, advice: "pin the commit \(commit)")
      }
      guard version == nil, head == nil else { return nil }
      let newest = references.versions.last { $0.isPlain && !$0.isPrerelease }?.text
      let example = newest.map { ", such as \($0)" } ?? ""
      return Problem(
        .refused, "is pinned to a commit that no tag of its repository has", subject: subject,
        at: use.location,
        advice: "pin the commit of a tag\(example), or name the branch in the comment: # main")
    }
    if use.needsTag, version == nil, references.has(use.reference) {
      return Problem(
        .refused, "follows a branch, or a tag that names no version", subject: subject,
        at: use.location)
    }
    let isMoving = version.map { old in candidates.contains { $0 > old } } ?? false
    guard !isMoving, !references.has(use.reference) else { return nil }
    let isCommit = use.reference.utf8.count >= 7 && use.reference.allSatisfy(\.isHexDigit)
    return Problem(
      .refused, isCommit ? "is an abbreviated commit" : "names neither a tag nor a branch",
      subject: subject, at: use.location,
      advice: isCommit ? "write all 40 digits, or a tag" : nil)
  }

  private init(pinned use: TagUse, in references: TagReferences) {
    let object = references.tagNames[use.reference]
    exact =
      object.flatMap { TagVersion($0) }
      ?? references.version(of: use.reference, like: use.stated, for: use.path)
    let stated = use.stated.flatMap { $0.numbers.count < 3 ? references.tag($0) : nil }
    let version = exact ?? stated
    self.version = version
    let all = version.map { references.versions.inForm(of: $0, use.keepsPrecision) } ?? []
    // Another tag of the pinned commit doesn't update anything.
    candidates = all.filter { tag in
      version.map { tag <= $0 } ?? true || references.tags[tag.text] != use.reference
    }
    head = version == nil && object == nil ? Head(followedBy: use, in: references) : nil
  }

  private init(named use: TagUse, in references: TagReferences) {
    let name = use.reference
    version = TagVersion(name)
    let commit = references.tags[name] ?? references.branches[name]
    exact = commit.flatMap { [version] in references.version(of: $0, like: version) } ?? version
    guard let form = version else {
      candidates = []
      return
    }
    let isBranch = references.tags[name] == nil && references.branches[name] != nil
    let all = references.versions + (isBranch ? references.versionBranches : [])
    candidates = all.inForm(of: form, use.keepsPrecision)
  }
}

extension TagState.Head {
  /// Finds the branch that a pinned commit without a tag follows: the one in its comment, or, in a
  /// repository without versions, the default branch.
  ///
  /// Nil in a repository with versions, and if the commit is the head of another branch.
  init?(followedBy use: TagUse, in references: TagReferences) {
    if let name = use.branch, let commit = references.branches[name] {
      self.init(branch: name, commit: commit)
      return
    }
    guard use.stated == nil, references.versions.isEmpty, let head = references.head else {
      return nil
    }
    let pinned = use.reference.lowercased()
    let isOther = head != pinned && references.branches.values.contains(pinned)
    let names = references.branches.filter { $0.value == head }.keys.sorted()
    let name = ["main", "master"].first(where: names.contains) ?? names.first ?? "HEAD"
    self.init(branch: name, commit: isOther ? pinned : head)
  }
}

extension [TagVersion] {
  /// The tags in the form of another one, oldest first; of equal ones, that with its prefix is last.
  ///
  /// Without the precision, tags with other numbers of components have the form too, apart from
  /// `v4` and the like, which move.
  fileprivate func inForm(of form: TagVersion, _ keepsPrecision: Bool) -> [TagVersion] {
    var seen: Set<String> = []
    let all = filter { tag in
      let isAlike = tag.numbers.count == form.numbers.count
      return tag.hasForm(of: form, keepsPrecision: keepsPrecision)
        && (isAlike || tag.numbers.count > 1) && seen.insert(tag.text).inserted
    }
    return all.sorted { left, right in
      (left, left.prefix == form.prefix ? 1 : 0, left.numbers.count, left.text)
        < (right, right.prefix == form.prefix ? 1 : 0, right.numbers.count, right.text)
    }
  }
}

extension TagReferences {
  /// Whether a text names a tag, a branch, or either with its full name.
  func has(_ name: String) -> Bool {
    if let tag = Reference(name: name, commit: "").tag { return tags[tag] != nil }
    if let branch = Reference(name: name, commit: "").branch { return branches[branch] != nil }
    return name == "HEAD" || tags[name] != nil || branches[name] != nil
  }

  /// Finds the tag of a version that a comment states, with or without `v`.
  func tag(_ stated: TagVersion) -> TagVersion? {
    [stated.text, "v" + stated.text].first { tags[$0] != nil }.flatMap { TagVersion($0) }
  }
}
