import Ecosystem
import Text

/// The change of one use.
struct UseEdit: Sendable {
  /// The path of the file.
  var file: String
  /// The use as written before and after.
  var before: String
  var after: String
  /// The versions before and after, as releases have them.
  var from: String
  var to: String
  /// The bytes to replace, with their new text.
  var replacements: [(range: Range<Int>, text: String)]
}

/// The planned edits of an update, in the order of the targets.
struct EditPlan: Sendable {
  var replacements: [Replacement] = []
  var moves: [Move] = []
  var requirements: [RequirementEdit] = []
  /// The chosen versions as their lists write them, by `name@text` of the edited files.
  var chosen: [String: String] = [:]

  /// Adds the edits that move the uses of a dependency.
  ///
  /// - Parameters:
  ///   - edits: one for each use that changes.
  ///   - name: the dependency.
  ///   - first: the edit that reports show.
  mutating func add(_ edits: [UseEdit], of name: String, reporting first: UseEdit) {
    for edit in edits {
      replacements += edit.replacements.map {
        Replacement(file: edit.file, range: $0.range, text: $0.text)
      }
      requirements.append(
        RequirementEdit(name: name, file: edit.file, before: edit.before, after: edit.after))
    }
    moves.append(
      Move(
        name: name, from: first.from, to: first.to, kind: .direct,
        requirement: .init(before: first.before, after: first.after)))
  }

  /// Appends the edits of another part.
  mutating func append(_ other: EditPlan) {
    replacements += other.replacements
    moves += other.moves
    requirements += other.requirements
    chosen.merge(other.chosen) { first, _ in first }
  }
}

extension UpdateOptions {
  /// Checks that files may be edited.
  ///
  /// - Throws: a problem that names what would have to change: `another tag`.
  func requireEdits(
    _ needed: String, of name: String, at location: Location? = nil
  ) throws(Problem) {
    guard strategy == .lockfileOnly else { return }
    throw Problem(
      .usage, "needs \(needed), which must not be edited", subject: name, at: location,
      advice: "choose another versioning-strategy than lockfile-only")
  }
}
