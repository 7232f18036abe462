/// The names that an import binds.
enum ScriptImport {
  /// A local name for an export of another module.
  struct Binding: Hashable {
    var local: String
    /// The exported name; nil for the whole module.
    var exported: String?
  }

  /// Reads the names between `import` and the module.
  static func bindings(_ code: ScriptCode, _ range: Swift.Range<Int>) -> [Binding] {
    var bindings: [Binding] = []
    var index = range.lowerBound
    if code.word(index) == "type", !code.isMark(",", at: index + 1), code.word(index + 1) != "from"
    {
      index += 1
    }
    while index < range.upperBound, code.word(index) != "from" {
      if code.isMark("*", at: index), code.word(index + 1) == "as", let name = code.word(index + 2)
      {
        bindings.append(Binding(local: name, exported: nil))
        index += 3
      } else if code.isMark("{", at: index) {
        bindings += pattern(code, index + 1..<code.closing[index])
        index = code.closing[index] + 1
      } else if let name = code.word(index) {
        bindings.append(Binding(local: name, exported: "default"))
        index += 1
      } else {
        index += 1
      }
    }
    return bindings
  }

  /// Reads `a, b as c`, or `a, b: c` of a destructuring pattern.
  static func pattern(
    _ code: ScriptCode, _ range: Swift.Range<Int>, separator: String? = nil
  ) -> [Binding] {
    code.split(range).compactMap { part in
      var start = part.lowerBound
      if separator == nil, code.word(start) == "type", part.count > 1, code.word(start + 1) != "as"
      {
        start += 1
      }
      guard let first = code.word(start) ?? code.string(start) else { return nil }
      let isRenamed =
        separator.map { code.isMark($0, at: start + 1) } ?? (code.word(start + 1) == "as")
      let local = isRenamed ? code.word(start + 2) ?? first : first
      return Binding(local: local, exported: first)
    }
  }
}
