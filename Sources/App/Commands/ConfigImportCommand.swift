import Arguments
import Configuration
import Ecosystem
import JSON
import Text

extension Martlet {
  /// `martlet config import FILE`: prints a file of Dependabot's format as `.martlet.yml`.
  func importConfiguration(_ invocation: Invocation) throws(Problem) -> ExitCode {
    guard let path = invocation.arguments.first else { throw Problem(.usage, "FILE is missing") }
    let name = path.slashParts().last ?? ""
    guard !name.contains("renovate") else {
      throw Problem(
        .refused, "is a file of Renovate, which is not converted", subject: path,
        advice: "docs/martlet-yml.md lists martlet's keys.")
    }
    let result = Configuration.imported(
      try OperatorFile.source(path), ecosystems: servedEcosystems)
    if invocation.has("json") {
      terminal.raw(
        document([
          "schema": 1, "file": result.text.map(Value.string) ?? .null,
          "findings": .array(result.findings.map(\.json)),
        ]))
    } else {
      if let text = result.text { terminal.raw(terminal.isOutTerminal ? text.printable : text) }
      terminal.error(result.findings.map { "\($0)\n" }.joined())
    }
    return result.text == nil ? .usage : .done
  }
}
