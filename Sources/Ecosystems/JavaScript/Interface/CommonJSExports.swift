import Impact

extension ScriptExports {
  /// Reads an assignment to `module.exports` or `exports`.
  ///
  /// - Parameters:
  ///   - start: the index behind `module.exports` or of `exports`.
  ///   - end: the index behind the last token to read.
  mutating func readCommonJS(_ start: Int, before end: Int) {
    var next = start
    if code.word(next) == "exports" { next += 1 }
    index = endOfStatement(start, before: end)
    if code.isMark(".", at: next), let name = code.word(next + 1) {
      guard code.isMark("=", at: next + 2), !code.isMark("=", at: next + 3) else { return }
      if name != "__esModule" { addValue(name) }
      return
    }
    guard code.isMark("=", at: next), !code.isMark("=", at: next + 1) else { return }
    next += 1
    addValue("default")
    if code.word(next) == "require", let file = code.string(next + 2),
      code.isMark(")", at: next + 3)
    {
      module.reexports.append(file)
    } else if code.isMark("{", at: next) {
      for part in code.split(next + 1..<code.closing[next]) {
        if code.isMark("...", at: part.lowerBound) {
          module.obstacle = "exports the members of an expression"
        } else if let name = code.word(part.lowerBound) ?? code.string(part.lowerBound) {
          addValue(name)
        }
      }
    } else if code.word(next) != nil || !code.isMark("(", at: next) {
      // The members of a function or class that is exported as a whole are assigned elsewhere.
      module.obstacle = "exports a value whose members are not declared"
    } else {
      module.obstacle = "exports the result of an expression"
    }
  }

  private mutating func addValue(_ name: String) {
    let key = "exports.\(name)"
    guard module.declarations[key] == nil else { return }
    var value = Declaration(.constant, name)
    value.isInferred = true
    module.declarations[key] = [value]
    module.exports.append(.init(name: name, origin: .local(key)))
  }
}
