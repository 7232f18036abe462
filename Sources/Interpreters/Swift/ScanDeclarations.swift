import Impact

/// Reads the public declarations of a Swift source without resolving any name.
///
/// Never traps, whatever the bytes are; each step moves on.
struct SwiftInterfaceScanner {
  /// Where declarations are.
  struct Context {
    var scope = ""
    /// Whether the declarations around are public.
    var isVisible = true
    /// Whether declarations are public without a modifier.
    var isPublicByDefault = false
    var isProtocol = false
    var isEnum = false
    /// The constraints of an extension.
    var constraints: [String] = []
    var introduced: [String: String] = [:]
    var depth = 0
  }

  let code: SwiftCode
  var index = 0
  var declarations: [Declaration] = []
  /// The paths of types that aren't public.
  var hidden: Set<String> = []
  /// The modules that are exported again.
  var exports: Set<String> = []
  var conditions = Conditions()
  private static let depthLimit = 48

  /// Reads a file.
  ///
  /// - Throws: `ManifestError` if its tokens or brackets can't be read.
  init(_ bytes: [UInt8]) throws(ManifestError) {
    code = try SwiftCode(bytes)
    members(before: code.tokens.count, in: Context())
  }

  /// Reads the declarations up to an index.
  mutating func members(before end: Int, in context: Context) {
    guard context.depth < Self.depthLimit else {
      index = end
      return
    }
    while index < end, code.kind(index) != .end {
      let start = index
      if code.isBranch(index) {
        readBranch(before: end)
      } else if conditions.isDead {
        index = code.closing[index] + 1
      } else {
        member(before: end, in: context)
      }
      if index <= start { index = code.closing[start] + 1 }
    }
    index = max(index, end)
  }

  private mutating func readBranch(before end: Int) {
    guard case .directive(let word) = code.kind(index) else { return }
    let start = index + 1
    index = start
    if word == "if" || word == "elseif" {
      while index < end, !code.tokens[index].startsLine { index += 1 }
    }
    conditions.enter(word, code.text(start..<index))
  }

  private mutating func member(before end: Int, in context: Context) {
    var modifiers = Modifiers()
    modifiers.read(code, &index, before: end)
    // An attribute can be conditional; the declaration follows.
    while code.isBranch(index), index < end {
      readBranch(before: end)
      modifiers.read(code, &index, before: end)
    }
    guard let word = code.word(index) else { return }
    index += 1
    switch word {
    case "import": readImport(modifiers)
    case "struct", "enum", "protocol", "actor", "class":
      if let kind = Declaration.Kind(rawValue: word) {
        readType(kind, modifiers, before: end, in: context)
      }
    case "extension": readExtension(modifiers, before: end, in: context)
    case "func": readFunction(.func, modifiers, before: end, in: context)
    case "init": readFunction(.`init`, modifiers, before: end, in: context)
    case "subscript": readFunction(.subscript, modifiers, before: end, in: context)
    case "macro": readFunction(.macro, modifiers, before: end, in: context)
    case "var", "let": readProperty(isConstant: word == "let", modifiers, before: end, in: context)
    case "case" where context.isEnum: readCases(modifiers, before: end, in: context)
    case "typealias", "associatedtype":
      readAlias(isRequirement: word == "associatedtype", modifiers, before: end, in: context)
    case "deinit": skipBody(before: end)
    default: index -= 1
    }
  }

  private mutating func readImport(_ modifiers: Modifiers) {
    let kinds = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    if let word = code.word(index), kinds.contains(word) { index += 1 }
    guard let module = code.word(index) else { return }
    let isExported =
      code.word(index - 2) == "_exported" || code.word(index - 3) == "_exported"
      || modifiers.access == "public"
    if isExported { exports.insert(module) }
    index += 1
  }

  /// Whether a declaration can be used by other code.
  func isPublic(_ modifiers: Modifiers, in context: Context) -> Bool {
    context.isVisible && !modifiers.isHidden
      && (modifiers.isPublic || modifiers.access == nil && context.isPublicByDefault)
  }

  /// Creates a declaration with what all kinds have.
  func declaration(
    _ kind: Declaration.Kind, _ name: String, _ modifiers: Modifiers, in context: Context
  ) -> Declaration {
    var declaration = Declaration(kind, name, in: context.scope)
    declaration.traits = modifiers.traits
    declaration.condition = conditions.text
    declaration.introduced = context.introduced.merging(modifiers.introduced) { $1 }
    declaration.isOverride = modifiers.isOverride
    declaration.isRequirement = context.isProtocol
    declaration.constrain(context.constraints)
    return declaration
  }

  /// Skips a body if one begins here.
  mutating func skipBody(before end: Int) {
    if index < end, code.isMark("{", at: index) { index = code.closing[index] + 1 }
  }
}
