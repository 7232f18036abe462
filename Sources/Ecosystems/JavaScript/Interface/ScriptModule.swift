import Impact

/// What a file of a package exports, before its imports are resolved.
struct ScriptModule {
  /// An exported name.
  struct Export: Hashable {
    var name: String
    /// Where the value comes from.
    var origin: Origin
  }

  /// Where an exported value comes from.
  enum Origin: Hashable {
    /// A declaration of the file.
    case local(String)
    /// A name of another file.
    case other(String, of: String)
    /// All names of another file, as one object.
    case namespace(of: String)
  }

  /// The declarations of the file by name, also those that aren't exported; overloads share a name.
  var declarations: [String: [Declaration]] = [:]
  /// The members of the classes, interfaces and namespaces of the file, by their name.
  var members: [String: [Declaration]] = [:]
  var exports: [Export] = []
  /// The files that are exported as a whole.
  var reexports: [String] = []
  /// What imported names are.
  var imports: [String: Origin] = [:]
  /// Why the exports aren't known; nil if they are.
  var obstacle: String?
}

/// Reads exports of JavaScript, TypeScript and declaration files.
///
/// Never traps, whatever the bytes are; each step moves on.
struct ScriptExports {
  let code: ScriptCode
  var module = ScriptModule()
  var index = 0

  /// Reads a file; nil if its tokens or brackets can't be read.
  init?(_ bytes: [UInt8]) {
    guard let code = ScriptCode(bytes) else { return nil }
    self.code = code
    let end = code.tokens.count - 1
    while index < end {
      let start = index
      statement(before: end)
      if index <= start { index = code.closing[start] + 1 }
    }
  }

  private mutating func statement(before end: Int) {
    var isExported = false
    if code.word(index) == "export" {
      index += 1
      if readExportClause(before: end) { return }
      isExported = true
    } else if code.word(index) == "import", !code.isMark("(", at: index + 1),
      !code.isMark(".", at: index + 1)
    {
      return readImport(before: end)
    }
    if code.word(index) == "module", code.isMark(".", at: index + 1),
      code.word(index + 2) == "exports"
    {
      return readCommonJS(index + 3, before: end)
    }
    if code.word(index) == "exports", code.isMark(".", at: index + 1) {
      return readCommonJS(index, before: end)
    }
    guard let name = readDeclaration(before: end, in: "") else {
      index = endOfStatement(index, before: end)
      return
    }
    if isExported { module.exports.append(.init(name: name, origin: .local(name))) }
  }

  /// Reads `* from`, `{…}`, `default …` and `= …` behind `export`.
  private mutating func readExportClause(before end: Int) -> Bool {
    if code.isMark("*", at: index) {
      if code.word(index + 1) == "as", let name = code.word(index + 2),
        let file = code.string(index + 4)
      {
        module.exports.append(.init(name: name, origin: .namespace(of: file)))
      } else if let file = code.string(index + 2) {
        module.reexports.append(file)
      }
      index = endOfStatement(index, before: end)
      return true
    }
    if code.word(index) == "type", code.isMark("{", at: index + 1) { index += 1 }
    if code.isMark("{", at: index) {
      let close = code.closing[index]
      let file = code.word(close + 1) == "from" ? code.string(close + 2) : nil
      for (local, name) in names(index + 1..<max(index + 1, close)) {
        module.exports.append(
          .init(name: name, origin: file.map { .other(local, of: $0) } ?? .local(local)))
      }
      // Without a semicolon, the next statement can begin here.
      let isEnd = code.tokens[close + 1].startsLine
      index = isEnd ? close + 1 : endOfStatement(close + 1, before: end)
      return true
    }
    if code.isMark("=", at: index), let name = code.word(index + 1) {
      // The members of the value are what other code imports.
      module.exports.append(.init(name: "default", origin: .local(name)))
      module.exports.append(.init(name: "=", origin: .local(name)))
      index = endOfStatement(index, before: end)
      return true
    }
    guard code.word(index) == "default" else { return false }
    index += 1
    if let word = code.word(index), !Self.keywords.contains(word), word != "async" {
      module.exports.append(.init(name: "default", origin: .local(word)))
      index = endOfStatement(index, before: end)
    } else if let name = readDeclaration(before: end, in: "") {
      module.exports.append(.init(name: "default", origin: .local(name)))
    } else {
      module.declarations["default"] = [Declaration(.constant, "default")]
      module.exports.append(.init(name: "default", origin: .local("default")))
      index = endOfStatement(index, before: end)
    }
    return true
  }

  /// Reads `a, b as c, type d` as pairs of the name before and after `as`.
  private func names(_ range: Swift.Range<Int>) -> [(String, String)] {
    code.split(range).compactMap { part in
      var words = part.compactMap { code.word($0) ?? code.string($0) }
      if words.count > 1, words[0] == "type", words[1] != "as" { words.removeFirst() }
      guard let first = words.first, let last = words.last else { return nil }
      return (first, last)
    }
  }

  private mutating func readImport(before end: Int) {
    let start = index
    index = endOfStatement(index, before: end)
    if code.isMark("=", at: start + 2), code.word(start + 3) == "require",
      let name = code.word(start + 1), let file = code.string(start + 5)
    {
      module.imports[name] = .namespace(of: file)
      return
    }
    guard let file = (start..<index).compactMap({ code.string($0) }).last else { return }
    for binding in ScriptImport.bindings(code, start + 1..<max(start + 1, index)) {
      let origin = binding.exported.map { ScriptModule.Origin.other($0, of: file) }
      module.imports[binding.local] = origin ?? .namespace(of: file)
    }
  }

  static let keywords: Set<String> = [
    "function", "class", "const", "let", "var", "interface", "type", "enum", "namespace", "module",
    "abstract", "declare",
  ]
}
