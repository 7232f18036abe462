import Ecosystem

/// How the program ends, as the contract has it.
enum ExitCode: Int32, Sendable {
  case done = 0
  case failed = 1
  /// A mistake in the words or in a configuration file.
  case usage = 2
  /// The input uses something that martlet does not evaluate.
  case refused = 3
  /// No set of versions meets all requirements.
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

  /// The code of several problems: what is broken weighs more than what is refused, and that more
  /// than what cannot be solved.
  init(worstOf problems: [Problem]) {
    let order: [ExitCode] = [.failed, .usage, .refused, .unsolvable]
    let codes = problems.map { ExitCode($0.kind) }
    self = order.first(where: codes.contains) ?? .done
  }
}
