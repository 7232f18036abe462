import Arguments
import Configuration
import Ecosystem
import JSON
import Text

extension Martlet {
  /// `martlet init [PATH]`: writes the first configuration of a repository, or of an operator.
  func writeFirstFile(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    let tree = try WorkingTree(invocation.arguments.first ?? ".")
    let asks = !invocation.has("yes") && !invocation.has("json")
    let questions = asks ? Questions(terminal) : Questions(ask: nil)
    let isOperators = ["operator", "forge", "url", "repositories"].contains(where: invocation.has)
    let file: FirstFile
    if isOperators {
      file = try FirstFile(operators: invocation, in: tree, questions)
    } else {
      let source = try tree.source { terminal.error("martlet: \($0.fullMessage)\n") }
      let live = try await Live(invocation, terminal: terminal, state: .inMemory)
      file = try FirstFile(repositorys: invocation, in: tree, source.paths, live, questions)
    }
    return try write(file, in: tree, invocation, questions)
  }

  private func write(
    _ file: FirstFile, in tree: WorkingTree, _ invocation: Invocation, _ questions: Questions
  ) throws(Problem) -> ExitCode {
    let before = try present(file.path, in: tree)
    if let present = file.obstacle ?? (before == nil ? nil : file.path), !invocation.has("force") {
      throw Problem(
        .usage, "exists already: nothing is written", subject: present,
        advice: present == file.path
          ? "--force replaces it, and --dry-run prints the file"
          : "martlet reads it as it is; --force writes \(file.path), which is then read instead")
    }
    let isDry = invocation.has("dry-run")
    if !isDry, try !questions.agrees("Write \(file.path) with \(file.summary)") {
      terminal.out("nothing is written\n")
      return .done
    }
    if !isDry {
      try tree.apply([FileChange(path: file.path, before: before, after: Array(file.text.utf8))])
    }
    report(file, invocation, isNew: before == nil, isDry: isDry)
    return .done
  }

  /// The bytes of a file that exists; nil without one.
  private func present(_ path: String, in tree: WorkingTree) throws(Problem) -> [UInt8]? {
    let file = try tree.resolvedPath(of: path)
    return WorkingTree.exists(file) ? try OperatorFile.source(file).bytes : nil
  }

  private func report(
    _ file: FirstFile, _ invocation: Invocation, isNew: Bool, isDry: Bool
  ) {
    guard !invocation.has("json") else {
      return terminal.raw(
        document([
          "schema": 1, "file": .string(file.path), "text": .string(file.text),
          "written": .bool(!isDry), "notes": .array(file.notes.map(Value.string)),
        ]))
    }
    if isDry {
      terminal.raw(terminal.isOutTerminal ? file.text.printable : file.text)
    } else {
      terminal.out("\(isNew ? "created" : "replaced") \(file.path) with \(file.summary)\n")
      terminal.out(file.next.map { "  \($0)\n" }.joined())
    }
    terminal.error(file.notes.map { "martlet: \($0)\n" }.joined())
  }
}

/// A configuration that `martlet init` writes.
struct FirstFile: Hashable, Sendable {
  /// From the root of the working tree.
  var path: String
  var text: String
  /// What it has, for a sentence: `2 entries`.
  var summary: String
  /// A file that is read now, and no longer when this one exists; nil without one.
  var obstacle: String?
  /// What the file doesn't have, and why.
  var notes: [String] = []
  /// The next commands.
  var next: [String]
}
