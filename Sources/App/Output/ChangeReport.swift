import Ecosystem
import Git
import JSON
import Languages

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

  static func text(
    _ result: ChangeCommand.Result, in language: Language = .english
  ) -> String {
    let lines = result.changes.flatMap { _, change in change.lines(language) }
    let files = files(result).map { language("changed \($0.path)") }
    let all = lines + files
    let shown = all.isEmpty ? [language("nothing to do")] : all
    return (shown + heldBack(result, in: language)).map { "\($0)\n" }.joined()
  }

  /// A line for each release that is held back.
  static func heldBack(
    _ result: ChangeCommand.Result, in language: Language = .english
  ) -> [String] {
    result.changes.flatMap { _, change in change.heldBack.map { $0.line(language) } }
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
  fileprivate func line(_ language: Language) -> String {
    let reason = language.translated(reason)
    guard !fixes.isEmpty else {
      return language("\(name) \(version) is held back: it \(reason)")
    }
    return language(
      "\(name) \(version), which fixes \(language.list(fixes)), is held back: it \(reason)")
  }

  fileprivate var json: Value {
    [
      "name": .string(name), "version": .string(version), "reason": .string(reason),
      "fixes": .array(fixes.map { .string($0) }),
    ]
  }
}

extension Ecosystem.Change {
  /// A line for each move.
  ///
  /// If a name has several moves or edited requirements, they are in lines of their own, each with its
  /// manifest:
  ///
  ///     react 16.14.0 -> 17.0.2
  ///     react 17.0.1 -> 17.0.2
  ///       packages/a/package.json: ^16.0.0 -> ^17.0.2
  fileprivate func lines(_ language: Language) -> [String] {
    let edits = Dictionary(grouping: requirements, by: \.name)
    let counts = Dictionary(moves.map { ($0.name, 1) }, uniquingKeysWith: +)
    var left = counts
    return moves.flatMap { move -> [String] in
      let own = edits[move.name] ?? []
      left[move.name, default: 0] -= 1
      if counts[move.name] == 1 && own.count < 2 || own.isEmpty { return [move.line(language)] }
      // The edits follow the last move of the name.
      let isLast = left[move.name] == 0
      return [move.versions(language)]
        + (isLast ? own.map { "  \($0.file): \($0.before) -> \($0.after)" } : [])
    }
  }
}

extension Move {
  func line(_ language: Language = .english) -> String {
    let edit =
      requirement.map { language(", requirement \($0.before) -> \($0.after)") } ?? ""
    return versions(language) + edit
  }

  fileprivate func versions(_ language: Language) -> String {
    "\(name) \(from ?? language("(new)")) -> \(to ?? language("(gone)"))"
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
