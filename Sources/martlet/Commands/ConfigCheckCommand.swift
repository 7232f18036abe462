import Arguments
import Configuration
import Ecosystem
import JSON
import Text

extension Martlet {
  /// `martlet config check [FILE]`: every finding as `file:line:column: message`.
  func checkConfiguration(_ invocation: Invocation) throws(Problem) -> ExitCode {
    let path = invocation.words.first ?? RepositoryFile.paths[0]
    let findings = Configuration.check(try OperatorFile.source(path))
    if invocation.has("json") {
      terminal.out(document(["schema": 1, "findings": .array(findings.map(\.json))]))
    } else if findings.isEmpty {
      terminal.out("\(path): nothing to object to\n")
    } else {
      terminal.out(findings.map { "\($0)\n" }.joined())
    }
    return findings.haveErrors ? .usage : findings.haveRefusals ? .refused : .done
  }
}

extension Finding {
  /// The same as data.
  var json: Value {
    [
      "severity": .string(severity.rawValue), "file": .string(location.file),
      "line": .int(location.line), "column": .int(location.column), "message": .string(message),
    ]
  }
}
