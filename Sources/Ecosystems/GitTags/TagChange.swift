package import Ecosystem
package import Text
import Versioning

extension TagProject {
  /// Edits the references to repositories.
  ///
  /// Only a stated version changes something: a tag is its own requirement, and there is no lock.
  package func change(toward goal: Goal) async throws(Problem) -> Change {
    guard case .update(let targets, let options) = goal else { return Change(files: [], moves: []) }
    let (replacements, moves, requirements) = try await plan(targets, options)
    var change = Change(
      files: try [FileChange](applying: replacements, to: files.map(\.source)), moves: moves)
    change.requirements = requirements
    for file in files {
      let after = change.files.first { $0.path == file.source.file }?.after
      guard let after else { continue }
      let edited = try parse(SourceText(file: file.source.file, bytes: after))
      guard edited.uses.map(\.repository) == file.uses.map(\.repository) else {
        throw Problem(.failed, "would change its meaning", subject: file.source.file)
      }
    }
    return change
  }

  /// Plans the replacements for targets, without applying them.
  package func plan(
    _ targets: [Goal.Target], _ options: UpdateOptions
  ) async throws(Problem) -> (
    replacements: [Replacement], moves: [Move], requirements: [RequirementEdit]
  ) {
    var replacements: [Replacement] = []
    var moves: [Move] = []
    var requirements: [RequirementEdit] = []
    for target in targets {
      let group = try group(named: target.name)
      guard let version = target.version else { continue }
      let edits = try await edits(of: group, target, to: version, pinning: options.pins)
      guard let first = edits.min(by: { $0.exact < $1.exact }) else { continue }
      guard options.strategy != .lockfileOnly else {
        throw Problem(
          .usage, "needs another reference, which must not be edited", subject: group.name,
          at: first.use.location,
          advice: "choose another versioning-strategy than lockfile-only")
      }
      for edit in edits {
        let file = files[edit.file].source.file
        replacements += edit.replacements.map {
          Replacement(file: file, range: $0.0, text: $0.1)
        }
        requirements.append(
          RequirementEdit(
            name: group.name, file: file, before: edit.use.written, after: edit.written))
      }
      moves.append(
        Move(
          name: group.name, from: first.old.description, to: first.version,
          kind: .direct, requirement: .init(before: first.use.written, after: first.written)))
    }
    return (replacements, moves, requirements)
  }
}

/// The change of one use.
private struct TagEdit {
  var file: Int
  var use: TagUse
  /// The version before, as reports show it.
  var old: TagVersion
  /// The version that the use had with all components.
  var exact: TagVersion
  /// The version that the use moves to, as a release has it.
  var version: String
  /// The new reference, with the comment of a pinned commit.
  var written: String
  /// The bytes to replace, with their new text.
  var replacements: [(Range<Int>, String)]
}

extension TagProject {
  /// Plans the edits of a group's uses: each moves to the newest tag of its form within the version.
  ///
  /// A use that is already newer stays, unless all are and the version was asked for.
  private func edits(
    of group: TagGroup, _ target: Goal.Target, to version: String, pinning: Bool
  ) async throws(Problem) -> [TagEdit] {
    let references = try await library.references(of: group.repository)
    let members = try await members(of: group, target.requirements)
    if version.contains("@") { return pins(of: members, version, references) }
    let tag = try tag(version, among: members, of: group, references)
    let plans = members.compactMap { member -> (Member, TagVersion, TagVersion)? in
      guard let old = member.state.version, let new = member.state.choice(for: tag) else {
        return nil
      }
      return (member, old, new)
    }
    let isLowered = plans.allSatisfy { $0.2 <= $0.1 }
    return plans.compactMap { member, old, new in
      guard isLowered || new > old, new.text != old.text else { return nil }
      return member.use.isPinned || pinning
        ? TagEdit(pinning: member, from: old, to: new, references)
        : TagEdit(member, from: old, to: new)
    }
  }

  /// Plans the edits that replace tags by their commits.
  private func pins(
    of members: [Member], _ version: String, _ references: TagReferences
  ) -> [TagEdit] {
    members.compactMap { member in
      guard !member.use.isPinned, let old = member.state.version,
        var edit = TagEdit(pinning: member, from: old, to: old, references)
      else { return nil }
      edit.version = version
      return edit
    }
  }

  /// Finds the tag that a version means: exactly, with `v`, or in the form of the uses.
  private func tag(
    _ version: String, among members: [Member], of group: TagGroup,
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
  fileprivate init(_ member: TagProject.Member, from old: TagVersion, to new: TagVersion) {
    let text = member.use.quoted(new.text)
    self.init(
      file: member.file, use: member.use, old: old, exact: member.state.exact ?? old,
      version: new.description, written: new.text, replacements: [(member.use.range, text)])
  }

  /// Replaces a reference by the commit of a tag, and names the tag in the comment.
  ///
  /// Nil if the repository has no such tag, but a branch.
  fileprivate init?(
    pinning member: TagProject.Member, from old: TagVersion, to new: TagVersion,
    _ references: TagReferences
  ) {
    let use = member.use
    guard let commit = references.tags[new.text] else { return nil }
    self.init(
      file: member.file, use: use, old: old, exact: member.state.exact ?? old,
      version: new.description, written: commit,
      replacements: [(use.range, use.quoted(commit))])
    guard use.isPinned else {
      let name = (references.version(of: commit, like: new) ?? new).text
      guard let repository = use.commentPosition else { return }
      replacements.append((repository.offset..<repository.offset, repository.mark + name))
      written += " # \(name)"
      return
    }
    guard let comment = use.comment, comment.states(old) else { return }
    let text = comment.naming(new, references)
    replacements.append((comment.range, text))
    written += " # \(text)"
  }
}
