import Ecosystem
import Git
import JSON

/// The document and the text for changes.
enum ChangeReport {
  static func json(_ result: ChangeCommand.Result) -> Value {
    let changes = result.changes.map { project, change -> Value in
      [
        "ecosystem": .string(project.ecosystem.rawValue),
        "directory": .string(project.directory), "manifest": .string(project.manifest),
        "files": .array(change.files.map { .string($0.path) }),
        "moves": .array(change.moves.map(\.json)),
        "heldBack": .array(change.heldBack.map(\.json)),
      ]
    }
    return ["schema": 1, "changes": .array(changes)]
  }

  /// The files of all changes, each once: what the first change found and what the last one left.
  static func files(_ result: ChangeCommand.Result) -> [FileChange] {
    var files: [FileChange] = []
    for file in result.changes.flatMap(\.change.files) {
      if let index = files.firstIndex(where: { $0.path == file.path }) {
        files[index].after = file.after
      } else {
        files.append(file)
      }
    }
    return files.filter { $0.before != $0.after }
  }

  static func text(_ result: ChangeCommand.Result) -> String {
    let lines = result.changes.flatMap { _, change in change.moves.map(\.line) }
    let files = files(result).map { "changed \($0.path)" }
    let all = lines + files
    return ((all.isEmpty ? ["nothing to do"] : all) + heldBack(result)).map { "\($0)\n" }.joined()
  }

  /// A line for each release that is held back.
  static func heldBack(_ result: ChangeCommand.Result) -> [String] {
    result.changes.flatMap { _, change in change.heldBack.map(\.line) }
  }

  /// The change of the files in the format of `git diff`.
  static func patch(_ result: ChangeCommand.Result) throws(GitError) -> String {
    var text = ""
    for file in files(result) {
      text += try Git.patch(of: file.path, from: file.before, to: file.after)
    }
    return text
  }
}

extension HeldBackRelease {
  fileprivate var line: String {
    let fix = fixes.isEmpty ? "" : ", which fixes \(fixes.joined(separator: ", ")),"
    return "\(name) \(version)\(fix) is held back: it \(reason)"
  }

  fileprivate var json: Value {
    [
      "name": .string(name), "version": .string(version), "reason": .string(reason),
      "fixes": .array(fixes.map { .string($0) }),
    ]
  }
}

extension Move {
  var line: String {
    let versions = "\(from ?? "(new)") -> \(to ?? "(gone)")"
    let edit = requirement.map { ", requirement \($0.before) -> \($0.after)" } ?? ""
    return "\(name) \(versions)\(edit)"
  }

  var json: Value {
    let text = { (text: String?) -> Value in text.map { .string($0) } ?? .null }
    return [
      "name": .string(name), "from": text(from), "to": text(to), "kind": .string(kind.rawValue),
      "requirement": requirement.map {
        ["before": .string($0.before), "after": .string($0.after)]
      } ?? .null,
    ]
  }
}
