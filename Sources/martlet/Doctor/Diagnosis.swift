import JSON

/// What was found out about one thing that the service needs.
struct Diagnosis: Hashable, Sendable {
  /// How it stands.
  enum Status: String, Hashable, Sendable {
    case fine = "ok"
    /// It works, and somebody should know.
    case warning
    case failed
  }

  var status: Status
  /// What was looked at: `forge hub`, `state`.
  var subject: String
  var message: String
  /// What a person can do about it.
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
  /// A line for a person, with the advice below.
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
