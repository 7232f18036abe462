import Arguments
import Configuration
import Ecosystem
import JSON
import Text

extension Martlet {
  /// `martlet config import FILE`: prints a file of Dependabot's format, of Renovate's or of Mergify's
  /// as `.martlet.yml`.
  func importConfiguration(_ invocation: Invocation) throws(Problem) -> ExitCode {
    guard let path = invocation.arguments.first else { throw Problem(.usage, "FILE is missing") }
    let source = try OperatorFile.source(path)
    let schema = FileKind.repository.schema(servedEcosystems)
    let result =
      if isRenovate(path) {
        importedRenovate(source, ecosystems: servedEcosystems, schema: schema)
      } else if isMergify(path) {
        importedMergify(source, ecosystems: servedEcosystems)
      } else {
        Configuration.imported(source, ecosystems: servedEcosystems)
      }
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
