import Impact
import Text

/// Reads the public modules, methods and constants of a Ruby source without running it.
///
/// Never traps, whatever the bytes are. Code that makes names at run time is a gap.
struct RubyInterfaceScanner {
  /// A body that is open at a token.
  struct Frame {
    enum Kind: Equatable {
      case type(String)
      /// `class << self`, and the class methods of a concern.
      case singleton
      case method
      /// A block or a condition, whose declarations belong to the type around it.
      case other
    }

    var kind: Kind
    var isBrace = false
    /// Whether methods are private from here on.
    var isPrivate = false
    /// Whether methods are also those of the module itself.
    var isModuleFunction = false
    /// The index of the statement or the keyword that opens it.
    var start = 0
  }

  /// A part that makes names at run time.
  struct Gap {
    var reason: String
    /// The tokens of the statement or the method around it; the end is known once that is closed.
    var range: Range<Int>
    /// The number of open bodies around that.
    var depth: Int
  }

  let code: RubyCode
  var declarations: [Declaration] = []
  /// The types that take the methods of a module as their own: `extend`.
  var extensions: [(type: String, module: String)] = []
  /// What could not be read, in the order of the file.
  var gaps: [Gap] = []
  var frames: [Frame] = []
  /// The names that `private :name` hides, as `scope.name`, with `self` for methods of the type.
  var hidden: Set<String> = []
  /// The type that the next block of this statement defines.
  var pendingType: String?
  private var nesting = RubyNesting()

  /// Reads a file.
  ///
  /// - Throws: `RubyStop` if its tokens or bodies can't be read.
  init(_ source: SourceText) throws(RubyStop) {
    code = try RubyCode(source)
    var index = 0
    while index < code.tokens.count {
      index = try step(index)
    }
    guard frames.isEmpty else { throw unreadable(code.tokens.count - 1) }
    declarations.removeAll { declaration in
      let mark = declaration.traits.contains("static") ? "self." : ""
      return hidden.contains("\(declaration.scope).\(mark)\(declaration.name)")
    }
  }

  private func unreadable(_ index: Int) -> RubyStop {
    .refused(
      "has bodies that are not closed", file: code.source.file,
      range: code.tokens[min(index, code.tokens.count - 1)].range)
  }

  /// Reads a token and what belongs to it; returns the next one.
  private mutating func step(_ index: Int) throws(RubyStop) -> Int {
    if code.kind(index) == .newline { pendingType = nil }
    switch nesting.event(code, index) {
    case .opens(let word): return open(word, at: index)
    case .closes(let isBrace):
      guard let frame = frames.popLast(), frame.isBrace == isBrace else { throw unreadable(index) }
      closeGaps(before: index)
      return index + 1
    case .nothing:
      noteDynamic(index)
      if !isInMethod, code.startsStatement(index) { readStatement(index) }
      return index + 1
    }
  }

  /// Ends the gaps whose surrounding body is closed.
  private mutating func closeGaps(before index: Int) {
    for gap in gaps.indices.reversed() {
      guard gaps[gap].depth >= frames.count else { break }
      guard gaps[gap].depth == frames.count, gaps[gap].range.isEmpty else { continue }
      gaps[gap].range = gaps[gap].range.lowerBound..<max(gaps[gap].range.lowerBound, index)
    }
  }

  private mutating func open(_ word: String, at index: Int) -> Int {
    defer {
      if frames.last?.start == 0 { frames[frames.count - 1].start = startOfStatement(index) }
    }
    switch word {
    case "class", "module": return openType(word, at: index)
    case "def": return openMethod(at: index)
    default:
      var frame = Frame(kind: .other, isBrace: word == "{")
      if word == "{" || word == "do" {
        let start = startOfStatement(index)
        if let type = pendingType {
          frame.kind = .type(type)
        } else if code.identifier(start) == "class_methods" {
          frame.kind = .singleton
        }
        pendingType = nil
      }
      frames.append(frame)
      return index + 1
    }
  }

  private mutating func openType(_ word: String, at index: Int) -> Int {
    if word == "class", code.isOperation("<<", at: index + 1) {
      frames.append(Frame(kind: code.isKeyword("self", at: index + 2) ? .singleton : .other))
      return index + 3
    }
    let (names, end) = code.path(at: index + 1)
    guard !names.isEmpty else {
      frames.append(Frame(kind: .other))
      return index + 1
    }
    let isAbsolute = code.isOperation("::", at: index + 1)
    var type = Declaration(
      word == "class" ? .class : .module, names[names.count - 1],
      in: ([isAbsolute ? "" : scope] + names.dropLast()).filter { !$0.isEmpty }
        .joined(separator: "."))
    if word == "class", code.isOperation("<", at: end) { readSuperclass(of: &type, at: end + 1) }
    declarations.append(type)
    frames.append(Frame(kind: .type(type.path)))
    return end
  }

  private mutating func readSuperclass(of type: inout Declaration, at index: Int) {
    let (names, end) = code.path(at: index)
    if !names.isEmpty, code.kind(end) == .newline {
      type.supertypes = [names.joined(separator: ".")]
      return
    }
    type.supertypes = ["?"]
    if names == ["Struct"] || names == ["Data"] { addMembers(ofStructAt: end, in: type.path) }
  }

  private mutating func openMethod(at index: Int) -> Int {
    let head = RubyMethodHead(code, at: index)
    if !head.isEndless { frames.append(Frame(kind: .method, start: index)) }
    let outer = head.isEndless ? frames[...] : frames.dropLast()
    if head.name == "method_missing" || head.name == "const_missing" {
      note("answers calls at run time (`\(head.name)`)", at: index)
    }
    let owner = outer.last { $0.kind != .other }
    let isPrivate = owner?.isPrivate == true && head.receiver == nil
    let word = code.identifier(index - 1)
    guard !isPrivate, word != "private", word != "protected", word != "private_class_method" else {
      return head.end
    }
    var method = Declaration(.method, head.name, in: scope)
    method.parameters = head.parameters
    if method.name == "initialize", head.receiver == nil, owner?.kind != .singleton {
      method.name = "new"
      method.traits = ["static"]
    } else if head.receiver != nil || owner?.kind == .singleton {
      method.traits = ["static"]
    }
    add(method, isModuleFunction: owner?.isModuleFunction == true || word == "module_function")
    return head.end
  }

  /// Adds a method; a module function is one of the module, and private otherwise.
  mutating func add(_ method: Declaration, isModuleFunction: Bool = false) {
    var method = method
    if isModuleFunction { method.traits.insert("static") }
    declarations.append(method)
  }

  /// The path of the innermost type.
  var scope: String {
    for frame in frames.reversed() {
      if case .type(let path) = frame.kind { return path }
    }
    return ""
  }

  /// Whether the innermost body that isn't a block or a condition is a method.
  var isInMethod: Bool { frames.last { $0.kind != .other }?.kind == .method }

  /// Notes a part whose names are made at run time.
  mutating func note(_ reason: String, at index: Int) {
    let outer = frames.lastIndex { if case .type = $0.kind { true } else { false } } ?? -1
    let depth = outer + 1
    if depth < frames.count {
      gaps.append(
        Gap(reason: reason, range: frames[depth].start..<frames[depth].start, depth: depth))
    } else {
      let start = startOfStatement(index)
      let end = max(index + 1, code.arguments(behind: index).upperBound)
      gaps.append(Gap(reason: reason, range: start..<end, depth: depth))
    }
  }

  /// The bytes of a gap, and the constants that it mentions.
  func text(of gap: Gap) -> (bytes: [UInt8], constants: Set<String>) {
    guard let last = code.tokens[gap.range].last else { return ([], []) }
    let range = code.tokens[gap.range.lowerBound].range.lowerBound..<last.range.upperBound
    return (Array(code.source.bytes[range]), constants(in: gap.range))
  }

  private func startOfStatement(_ index: Int) -> Int {
    var start = index
    while start > 0, !code.startsStatement(start) { start -= 1 }
    return start
  }

  private func constants(in range: Range<Int>) -> Set<String> {
    Set(range.compactMap(code.constant))
  }
}
