package import JSON

extension JSON.Node {
  /// Whether JavaScript's `if` treats the value as true.
  package var isTruthy: Bool {
    switch kind {
    case .null: false
    case .bool: bool ?? false
    case .number: double.map { $0 != 0 } ?? true
    case .string: range.count > 2
    case .array, .object: true
    }
  }
}

extension Value {
  /// Whether JavaScript's `if` treats the value as true.
  package var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let flag): flag
    case .number: double.map { $0 != 0 } ?? true
    case .string(let text): !text.isEmpty
    case .array, .object: true
    }
  }
}
