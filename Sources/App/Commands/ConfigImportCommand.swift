import Arguments
import Configuration
import Ecosystem
import JSON
import Text

extension Martlet {
  /// `martlet config import FILE`: prints a file of Dependabot's format, of Renovate's, of Mergify's or
  /// of Scala Steward's as `.martlet.yml`.
  ///
  /// With `--pull-request` it does so for the operator's repositories.
  func importConfiguration(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    if invocation.has("pull-request") {
      guard invocation.arguments.isEmpty else {
        throw Problem(.usage, "FILE and --pull-request exclude each other")
      }
      return try await run(overRepositories: invocation, isImport: true)
    }
    guard let path = invocation.arguments.first else { throw Problem(.usage, "FILE is missing") }
    for option in ["config", "repository", "dry-run"]
    where invocation.has(option) || invocation.value(option) != nil {
      throw Problem(.usage, "--\(option) needs --pull-request")
    }
    let source = try OperatorFile.source(path)
    let result = OtherBotFile(path).imported(source, ecosystems: servedEcosystems)
    if invocation.has("json") {
      terminal.raw(
        document([
          "schema": 1, "file": result.text.map(Value.string) ?? .null,
          "findings": .array(result.findings.map(\.json)),
          "carried": .array(result.carried.map(\.json)),
        ]))
    } else {
      if let text = result.text { terminal.raw(terminal.isOutTerminal ? text.printable : text) }
      terminal.error(result.findings.map { "\($0)\n" }.joined())
    }
    return result.text == nil ? .usage : .done
  }
}

extension CarriedOption {
  /// An option of the old file with its place, and the key of the new one.
  fileprivate var json: Value {
    [
      "option": .string(path), "line": .int(location.line), "column": .int(location.column),
      "key": .string(key),
    ]
  }
}
