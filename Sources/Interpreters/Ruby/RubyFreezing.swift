import Text

/// Freezing of values.
extension RubyValue {
  /// Makes the object refuse changes.
  func freeze() {
    switch assumed {
    case .string(let cell): cell.isFrozen = true
    case .array(let cell): cell.isFrozen = true
    case .hash(let cell): cell.isFrozen = true
    default: break
    }
  }

  private var isFrozen: Bool {
    switch assumed {
    case .string(let cell): cell.isFrozen
    case .array(let cell): cell.isFrozen
    case .hash(let cell): cell.isFrozen
    default: false
    }
  }

  private var changes: Set<String> {
    switch assumed {
    case .string:
      ["<<", "concat", "prepend", "replace", "insert", "clear", "[]=", "force_encoding"]
    case .array:
      [
        "<<", "push", "append", "pop", "shift", "unshift", "prepend", "insert", "concat", "delete",
        "delete_at", "delete_if", "keep_if", "clear", "[]=", "fill", "replace",
      ]
    case .hash:
      ["[]=", "store", "delete", "delete_if", "keep_if", "update", "clear", "replace", "shift"]
    default: []
    }
  }

  /// Whether a method would change a frozen object, which is an error in Ruby.
  func refuses(_ method: String) -> Bool {
    isFrozen && (method != "!" && method.hasSuffix("!") || changes.contains(method))
  }
}

extension RubyInterpreter {
  /// Whether texts of the file without interpolation are frozen: `# frozen_string_literal: true`.
  var hasFrozenLiterals: Bool {
    if let known = frozenFiles[source.file] { return known }
    let isFrozen = RubyMagic(source).hasFrozenLiterals
    frozenFiles[source.file] = isFrozen
    return isFrozen
  }
}
