package import Impact

extension UseScanner {
  /// Finds uses in JavaScript and TypeScript by what `import` and `require` bind, and members by name.
  package static let javaScript = {
    var scanner = UseScanner(
      endings: [".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"]
    ) { file, bytes in
      guard let code = ScriptCode(bytes) else { return nil }
      var reader = ScriptUseReader(file: file, code: code)
      reader.read()
      return reader.uses
    }
    scanner.commonNames = [
      "add", "all", "apply", "bind", "call", "catch", "clear", "concat", "close", "data", "delete",
      "end", "entries", "error", "every", "filter", "find", "finally", "forEach", "get", "has",
      "id",
      "includes", "indexOf", "join", "keys", "length", "map", "message", "name", "next", "on",
      "once",
      "open", "parse", "path", "pop", "push", "reduce", "remove", "replace", "reset", "send", "set",
      "size", "slice", "some", "sort", "split", "start", "status", "stop", "then", "toString",
      "type",
      "update", "url", "value", "values", "version", "write",
    ]
    return scanner
  }()
}

/// Reads the names that a script uses.
struct ScriptUseReader {
  private let code: ScriptCode
  private(set) var uses: SourceUses
  /// The modules and exports of local names.
  private var bindings: [String: (module: String, exported: String?)] = [:]

  init(file: String, code: ScriptCode) {
    self.code = code
    uses = SourceUses(file: file)
  }

  mutating func read() {
    var skipped = Set<Int>()
    for index in code.tokens.indices {
      guard let word = code.word(index), word == "import" || word == "require" || word == "export"
      else { continue }
      skipped.formUnion(readModule(word, at: index))
    }
    for index in code.tokens.indices where !skipped.contains(index) { readName(at: index) }
  }

  /// Reads an import; returns the tokens that bind names.
  private mutating func readModule(_ word: String, at index: Int) -> Swift.Range<Int> {
    if word == "require" || code.isMark("(", at: index + 1) {
      guard code.isMark("(", at: index + 1), let module = code.string(index + 2) else {
        return index..<index
      }
      uses.imports.insert(module)
      return readCall(module, at: index)
    }
    guard
      let from = (index + 1..<min(index + 400, code.tokens.count)).first(where: {
        code.string($0) != nil || code.isMark(";", at: $0) || code.isMark("=", at: $0)
      }), let module = code.string(from), code.word(from - 1) == "from" || from == index + 1
    else { return index..<index }
    uses.imports.insert(module)
    if word == "export" {
      // Names are passed on to code that isn't known here.
      use(nil, of: module, at: index)
      return index..<from
    }
    for binding in ScriptImport.bindings(code, index + 1..<from) {
      bindings[binding.local] = (module, binding.exported)
      if let exported = binding.exported { use(exported, of: module, at: index) }
    }
    return index..<from
  }

  /// Reads `const x = require('m')`, `const {a} = require('m')` and `require('m').a`.
  private mutating func readCall(_ module: String, at index: Int) -> Swift.Range<Int> {
    let close = index + 3
    if code.isMark(".", at: close + 1), let name = code.word(close + 2) {
      use(name, of: module, at: index)
      return index..<close
    }
    guard code.isMark("=", at: index - 1) else {
      use(nil, of: module, at: index)
      return index..<close
    }
    if let name = code.word(index - 2) {
      bindings[name] = (module, nil)
      return index - 2..<close
    }
    guard code.isMark("}", at: index - 2),
      let open = (max(0, index - 200)..<max(0, index - 2)).last(where: {
        code.closing[$0] == index - 2
      })
    else {
      use(nil, of: module, at: index)
      return index..<close
    }
    for binding in ScriptImport.pattern(code, open + 1..<index - 2, separator: ":") {
      bindings[binding.local] = (module, binding.exported)
      if let exported = binding.exported { use(exported, of: module, at: index) }
    }
    return open..<close
  }

  private mutating func readName(at index: Int) {
    guard let name = code.word(index) else { return }
    if code.isMark(".", at: index - 1) {
      var occurrence = SourceUses.Occurrence(name, line: code.tokens[index].line)
      occurrence.isMember = true
      uses.occurrences.append(occurrence)
      return
    }
    let isKey = code.isMark(":", at: index + 1) && !code.isMark("?", at: index - 1)
    guard !isKey, let binding = bindings[name] else {
      // A key or a destructured name can be a member of a type of the package.
      var occurrence = SourceUses.Occurrence(name, line: code.tokens[index].line)
      occurrence.isMember = true
      uses.occurrences.append(occurrence)
      return
    }
    if code.isMark(".", at: index + 1), let member = code.word(index + 2) {
      // A default import can stand for the whole module.
      if binding.exported == nil || binding.exported == "default" {
        use(member, of: binding.module, at: index)
      }
    } else if binding.exported == nil {
      use(nil, of: binding.module, at: index)
    }
    if let exported = binding.exported { use(exported, of: binding.module, at: index) }
  }

  /// Notes the use of an export; nil for all of them.
  private mutating func use(_ name: String?, of module: String, at index: Int) {
    uses.occurrences.append(
      SourceUses.Occurrence("\(module)#\(name ?? "*")", line: code.tokens[index].line))
  }
}
