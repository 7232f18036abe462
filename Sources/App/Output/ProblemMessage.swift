import Ecosystem
import JSON
import Logging
import Text

extension Problem {
  /// The lines for people: place, problem, advice.
  ///
  ///     Package.swift:12:18: refused: the version is computed at run time (…)
  var fullMessage: String {
    let hint = advice.map { "\n  \($0)" } ?? ""
    let derivation = explanation.map { "\n  \($0)" }.joined()
    return headline + hint + derivation
  }

  /// Place and problem.
  fileprivate var headline: String {
    let prefix = location.map { "\($0): " } ?? ""
    let what = subject.flatMap { $0 == location?.file ? nil : "\($0): " } ?? ""
    return "\(prefix)\(kind.word): \(what)\(message)"
  }

  /// The members for programs.
  var json: Value {
    var members: [(String, Value)] = [
      ("kind", .string(kind.word)), ("message", .string(message)),
      ("subject", subject.map { .string($0) } ?? .null),
    ]
    if let location {
      members += [
        ("file", .string(location.file)), ("line", .int(location.line)),
        ("column", .int(location.column)),
      ]
    }
    if let advice { members.append(("advice", .string(advice))) }
    members.append(("help", .string(Troubleshooting.page.address(for: self))))
    if !explanation.isEmpty {
      members.append(("explanation", .array(explanation.map { .string($0) })))
    }
    return .object(Object(members))
  }
}

extension Logger {
  /// Writes a problem in one line: what to do about it, and its explanation, are fields.
  func error(_ problem: Problem, _ fields: KeyValuePairs<String, String> = [:]) {
    var log = self
    if let advice = problem.advice { log = log.with("advice", advice.replacing("\n", with: " ")) }
    if !problem.explanation.isEmpty {
      let lines = problem.explanation.joined(separator: " ")
      log = log.with("explanation", lines.replacing("\n", with: " "))
    }
    log.error(problem.headline.replacing("\n", with: " "), fields)
  }
}

extension Problem.Kind {
  /// The kind of problem in messages.
  var word: String {
    switch self {
    case .failed: "failed"
    case .usage: "error"
    case .refused: "refused"
    case .unsolvable: "no solution"
    }
  }
}
