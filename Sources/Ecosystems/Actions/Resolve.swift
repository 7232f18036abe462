import Containers
import Ecosystem
import Text
import Versioning

extension ActionsProject {
  /// Edits the references of actions.
  ///
  /// Only a stated version changes something: a tag is its own requirement, and there is no lock.
  func change(toward goal: Goal) async throws(Problem) -> Change {
    guard case .update(let targets, let options) = goal else { return Change(files: [], moves: []) }
    let isImage = { (target: Goal.Target) in images.declares(target.name) }
    var (replacements, moves) = try await images.plan(targets.filter(isImage), options)
    for target in targets where !isImage(target) {
      let group = try group(named: target.name)
      guard let version = target.version else { continue }
      let edits = try await edits(of: group, to: version)
      guard let first = edits.first else { continue }
      guard options.strategy != .lockfileOnly else {
        throw Problem(
          .usage, "would need another reference, which is not to be edited", subject: group.name,
          at: first.use.location,
          advice: "choose another versioning-strategy than lockfile-only")
      }
      replacements += edits.flatMap { edit in
        edit.replacements.map {
          Replacement(file: files[edit.file].source.file, range: $0.0, text: $0.1)
        }
      }
      moves.append(
        Move(
          name: group.name, from: first.old, to: first.new, kind: .direct,
          requirement: .init(before: first.use.written, after: first.written)))
    }
    let changes = try [FileChange](applying: replacements, to: files.map(\.source))
    try check(changes)
    return Change(files: changes, moves: moves)
  }

  /// Parses the edited files and checks that they use the same repositories.
  private func check(_ changes: [FileChange]) throws(Problem) {
    for file in files {
      guard let after = changes.first(where: { $0.path == file.source.file })?.after else {
        continue
      }
      let edited = try WorkflowFile(SourceText(file: file.source.file, bytes: after))
      guard edited.uses.map(\.repository) == file.uses.map(\.repository),
        edited.images.uses.map(\.image.name) == file.images.uses.map(\.image.name)
      else { throw Problem(.failed, "would change its meaning", subject: file.source.file) }
    }
  }
}

/// The change of one use.
private struct UseEdit {
  var file: Int
  var use: ActionUse
  /// The version before, as reports show it.
  var old: String
  /// The version after.
  var new: String
  /// The new reference, with the comment of a pinned commit.
  var written: String
  /// The bytes to replace, with their new text.
  var replacements: [(Range<Int>, String)]
}

extension ActionsProject {
  /// Plans the edits of a group's uses: each moves to the newest tag of its form within the version.
  ///
  /// A use that is already newer stays, unless all are and the version was asked for.
  private func edits(of group: ActionGroup, to version: String) async throws(Problem) -> [UseEdit] {
    let references = try await references(of: group)
    let members = try await members(of: group)
    let tag = try tag(version, among: members, of: group, references)
    let plans = members.compactMap { member -> (Member, ActionTag, ActionTag)? in
      guard let old = member.state.version, let new = member.state.choice(for: tag) else {
        return nil
      }
      return (member, old, new)
    }
    let isLowered = plans.allSatisfy { $0.2 <= $0.1 }
    return plans.compactMap { member, old, new in
      guard isLowered || new > old, new.text != old.text else { return nil }
      return UseEdit(member, from: old, to: new, references)
    }
  }

  /// Finds the tag that a version means: exactly, with `v`, or in the form of the uses.
  private func tag(
    _ version: String, among members: [Member], of group: ActionGroup,
    _ references: ActionReferences
  ) throws(Problem) -> ActionTag {
    let all = members.flatMap(\.state.candidates)
    let isKnown = { (name: String) in
      references.tags[name] != nil || references.branches[name] != nil
    }
    if let found = all.first(where: { $0.description == version || $0.text == version }) {
      return found
    }
    let name = [version, "v" + version].first(where: isKnown)
    guard let name, let tag = ActionTag(name) else {
      throw Problem(.usage, "is not a version of \(group.name)", subject: version)
    }
    return tag
  }
}

extension UseEdit {
  fileprivate init?(
    _ member: ActionsProject.Member, from old: ActionTag, to new: ActionTag,
    _ references: ActionReferences
  ) {
    file = member.file
    use = member.use
    self.old = old.description
    self.new = new.description
    guard use.isPinned else {
      written = new.text
      replacements = [(use.range, new.text)]
      return
    }
    guard let commit = references.tags[new.text] else { return nil }
    replacements = [(use.range, commit)]
    written = commit
    guard let comment = use.comment else { return }
    let text = comment.naming(new, references)
    replacements.append((comment.range, text))
    written += " # \(text)"
  }
}

extension ActionUse.Comment {
  /// Returns the text for another tag: with `v` and as many components as before, if a tag with so
  /// few has the same commit.
  fileprivate func naming(_ tag: ActionTag, _ references: ActionReferences) -> String {
    guard let old = ActionTag(text) else { return tag.text }
    let hasMark = old.prefix == tag.prefix
    let numbers = tag.numbers.prefix(old.numbers.count).map(String.init).joined(separator: ".")
    let short = tag.prefix + numbers
    let isShort =
      old.numbers.count < tag.numbers.count && references.tags[short] != nil
      && references.tags[short] == references.tags[tag.text]
    let full = isShort ? short : tag.text
    return hasMark ? full : String(full.dropFirst(tag.prefix.count))
  }
}
