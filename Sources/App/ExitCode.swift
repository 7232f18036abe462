import Ecosystem

/// The exit code of the program, as specified in the contract.
enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case failed = 1
  /// An error in the arguments or in a configuration file.
  case usage = 2
  /// The input uses an unsupported construct.
  case refused = 3
  /// No set of versions satisfies all requirements.
  case unsolvable = 4

  init(_ kind: Problem.Kind) {
    self =
      switch kind {
      case .failed: .failed
      case .usage: .usage
      case .refused: .refused
      case .unsolvable: .unsolvable
      }
  }

  /// Returns the code of several problems: failures take precedence over refusals, and refusals
  /// over conflicts.
  init(worstOf problems: [Problem]) {
    let order: [ExitCode] = [.failed, .usage, .refused, .unsolvable]
    let codes = problems.map { ExitCode($0.kind) }
    self = order.first(where: codes.contains) ?? .done
  }

  /// The code's meaning in man pages.
  var meaning: String {
    switch self {
    case .done: "done"
    case .failed: "failed, for example because a server did not answer"
    case .usage: "an error in the arguments or in a configuration file"
    case .refused: "refused, because the input uses an unsupported construct"
    case .unsolvable: "no set of versions satisfies all requirements"
    }
  }
}
