import Arguments
import Ecosystem

extension Martlet {
  /// `martlet completions SHELL`.
  func complete(_ invocation: Invocation) throws(Problem) -> ExitCode {
    guard let shell = invocation.arguments.first.flatMap(Shell.init(rawValue:)) else {
      let known = Shell.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(.usage, "unsupported shell; use one of \(known)")
    }
    terminal.out(grammar.completions(for: shell))
    return .done
  }
}
