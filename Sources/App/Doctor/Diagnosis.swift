import JSON

/// The result of one check.
struct Diagnosis: Hashable, Sendable {
  /// The status of a check.
  enum Status: String, Hashable, Sendable {
    case fine = "ok"
    /// It works, but something should be changed.
    case warning
    case failed
  }

  var status: Status
  /// The checked part: `forge hub`, `state`.
  var subject: String
  var message: String
  /// Advice for people.
  var advice: String?

  static func fine(_ subject: String, _ message: String) -> Diagnosis {
    Diagnosis(status: .fine, subject: subject, message: message)
  }

  static func warning(_ subject: String, _ message: String, advice: String? = nil) -> Diagnosis {
    Diagnosis(status: .warning, subject: subject, message: message, advice: advice)
  }

  static func failed(_ subject: String, _ message: String, advice: String? = nil) -> Diagnosis {
    Diagnosis(status: .failed, subject: subject, message: message, advice: advice)
  }
}

extension Diagnosis {
  /// The line for people, with the advice below it.
  var text: String {
    let hint = advice.map { "\n           \($0)" } ?? ""
    return "\(mark)  \(subject): \(message)\(hint)\n"
  }

  private var mark: String {
    switch status {
    case .fine: "ok     "
    case .warning: "warning"
    case .failed: "failed "
    }
  }

  var json: Value {
    [
      "status": .string(status.rawValue), "subject": .string(subject),
      "message": .string(message), "advice": advice.map { .string($0) } ?? .null,
    ]
  }
}
