import Ecosystem
import Text
import Versioning

extension TagPart {
  func plan(
    _ targets: [Goal.Target], _ options: UpdateOptions
  ) async throws(Problem) -> EditPlan {
    var plan = EditPlan()
    for target in targets {
      let group = try group(named: target.name)
      guard let version = target.version else { continue }
      let heads = try await headEdits(of: group, target, to: version)
      if let first = heads.first {
        try options.requireEdits("another commit", of: group.name)
        plan.add(heads, of: group.name, reporting: first)
        continue
      }
      let edits = try await edits(of: group, target, to: version, pinning: options.pins)
      guard let first = edits.min(by: { $0.exact < $1.exact }) else { continue }
      try options.requireEdits("another reference", of: group.name, at: first.location)
      plan.add(edits.map(\.edit), of: group.name, reporting: first.edit)
    }
    return plan
  }
}

/// The change of one use.
private struct TagEdit {
  var edit: UseEdit
  /// The version that the use had with all components.
  var exact: TagVersion
  var location: Location
}

extension TagPart {
  /// Plans the edits of the commits that follow a branch, if the version is its head.
  private func headEdits(
    of group: Group, _ target: Goal.Target, to version: String
  ) async throws(Problem) -> [UseEdit] {
    try await members(of: group, target.requirements).compactMap { member in
      let use = member.use
      guard member.state.head?.commit == version, use.reference.lowercased() != version else {
        return nil
      }
      return UseEdit(
        file: member.file, before: use.written, after: version, from: use.reference, to: version,
        replacements: [(use.range, use.quoted(version))])
    }
  }

  /// Plans the edits of a group's uses: each moves to the newest tag of its form within the version.
  private func edits(
    of group: Group, _ target: Goal.Target, to version: String, pinning: Bool
  ) async throws(Problem) -> [TagEdit] {
    let references = try await library.references(of: group.repository)
    let members = try await members(of: group, target.requirements)
    if version.contains("@") { return pins(of: members, version, references) }
    let tag = try tag(version, among: members, of: group, references)
    return UseMove.all(members, to: tag).compactMap { move in
      move.member.use.isPinned || pinning && move.member.use.takesCommits
        ? TagEdit(pinning: move.member, from: move.old, to: move.new, references)
        : TagEdit(move.member, from: move.old, to: move.new)
    }
  }

  /// Plans the edits that replace tags by their commits.
  private func pins(
    of members: [Member], _ version: String, _ references: TagReferences
  ) -> [TagEdit] {
    members.compactMap { member in
      guard !member.use.isPinned, member.use.takesCommits, let old = member.state.version,
        var edit = TagEdit(pinning: member, from: old, to: old, references)
      else { return nil }
      edit.edit.to = version
      return edit
    }
  }

  /// Finds the tag that a version means: exactly, with `v`, or in the form of the uses.
  private func tag(
    _ version: String, among members: [Member], of group: Group,
    _ references: TagReferences
  ) throws(Problem) -> TagVersion {
    let all = members.flatMap(\.state.candidates)
    let isKnown = { (name: String) in
      references.tags[name] != nil || references.branches[name] != nil
    }
    if let found = all.first(where: { $0.description == version || $0.text == version }) {
      return found
    }
    let name = [version, "v" + version].first(where: isKnown)
    guard let name, let tag = TagVersion(name) else {
      throw Problem(.usage, "is not a version of \(group.name)", subject: version)
    }
    return tag
  }
}

extension TagEdit {
  /// Replaces a tag by another one.
  fileprivate init(_ member: TagPart.Member, from old: TagVersion, to new: TagVersion) {
    self.init(member, from: old, to: new, written: new.text)
  }

  private init(
    _ member: TagPart.Member, from old: TagVersion, to new: TagVersion, written: String
  ) {
    let use = member.use
    edit = UseEdit(
      file: member.file, before: use.written, after: written, from: old.description,
      to: new.description, replacements: [(use.range, use.quoted(written))])
    exact = member.state.exact ?? old
    location = use.location
  }

  /// Replaces a reference by the commit of a tag, and names the tag in the comment.
  ///
  /// Nil if the repository has no such tag, but a branch.
  fileprivate init?(
    pinning member: TagPart.Member, from old: TagVersion, to new: TagVersion,
    _ references: TagReferences
  ) {
    let use = member.use
    guard let commit = references.tags[new.text] else { return nil }
    self.init(member, from: old, to: new, written: commit)
    guard use.isPinned else {
      let name = (references.version(of: commit, like: new) ?? new).text
      guard let repository = use.commentPosition else { return }
      let range = repository.offset..<repository.offset
      edit.replacements.append((range, repository.mark + name))
      edit.after += " # \(name)"
      return
    }
    guard let comment = use.comment, comment.states(old) else { return }
    let text = comment.naming(new, references)
    edit.replacements.append((comment.range, text))
    edit.after += " # \(text)"
  }
}
