import Ecosystem
import JSON
import Text

extension Problem {
  /// The lines for people: place, problem, advice.
  ///
  ///     Package.swift:12:18: refused: the version is computed at run time (…)
  var fullMessage: String {
    let prefix = location.map { "\($0): " } ?? ""
    let what = subject.flatMap { $0 == location?.file ? nil : "\($0): " } ?? ""
    let hint = advice.map { "\n  \($0)" } ?? ""
    let derivation = explanation.map { "\n  \($0)" }.joined()
    return "\(prefix)\(kind.word): \(what)\(message)\(hint)\(derivation)"
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
    if !explanation.isEmpty {
      members.append(("explanation", .array(explanation.map { .string($0) })))
    }
    return .object(Object(members))
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
