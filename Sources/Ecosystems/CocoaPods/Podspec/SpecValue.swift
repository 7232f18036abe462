/// The value of a podspec's attribute, as in its JSON.
indirect enum SpecValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The digits as JSON has them.
  case number(String)
  case text(String)
  case list([SpecValue])
  case table(SpecTable)

  var string: String? { if case .text(let text) = self { text } else { nil } }
  var table: SpecTable? { if case .table(let table) = self { table } else { nil } }
  var list: [SpecValue]? { if case .list(let list) = self { list } else { nil } }

  /// The result of Ruby's `Array(value)`: a single value is a list of one.
  var elements: [SpecValue] {
    switch self {
    case .null: []
    case .list(let list): list
    default: [self]
    }
  }

  /// The text that Ruby prints: of a string, a number or a boolean.
  var printed: String? {
    switch self {
    case .text(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    case .null, .list, .table: nil
    }
  }
}

/// The attributes of a podspec, in the order in which they were first set.
struct SpecTable: Hashable, Sendable {
  private(set) var keys: [String] = []
  private var values: [String: SpecValue] = [:]

  init() {}

  init(_ pairs: [(String, SpecValue)]) {
    for (key, value) in pairs { self[key] = value }
  }

  var isEmpty: Bool { keys.isEmpty }

  /// A new value of an old key keeps the key's place; nil removes the key.
  subscript(key: String) -> SpecValue? {
    get { values[key] }
    set {
      if newValue == nil {
        keys.removeAll { $0 == key }
      } else if values[key] == nil {
        keys.append(key)
      }
      values[key] = newValue
    }
  }

  /// The keys with their values, in order.
  var pairs: [(key: String, value: SpecValue)] {
    keys.compactMap { key in values[key].map { (key, $0) } }
  }
}
