/// Finds what opens and closes the bodies of a Ruby source.
struct RubyNesting {
  /// What a token does.
  enum Event: Equatable {
    /// A keyword or a brace opens a body.
    case opens(String)
    /// `end` or a brace closes a body.
    case closes(isBrace: Bool)
    case nothing
  }

  /// Whether the next `do` belongs to a loop, which is open already.
  private var awaitsDo = false

  private static let openers: Set<String> = ["class", "module", "def", "begin", "case"]
  private static let modifiers: Set<String> = ["if", "unless", "while", "until"]

  /// Returns what a token does; tokens have to come in order.
  mutating func event(_ code: RubyCode, _ index: Int) -> Event {
    switch code.kind(index) {
    case .newline:
      awaitsDo = false
      return .nothing
    case .operation("{"): return .opens("{")
    case .operation("}"): return .closes(isBrace: true)
    case .keyword("end"): return .closes(isBrace: false)
    case .keyword("do"):
      defer { awaitsDo = false }
      return awaitsDo ? .nothing : .opens("do")
    case .keyword("for"):
      awaitsDo = true
      return .opens("for")
    case .keyword(let word) where Self.openers.contains(word): return .opens(word)
    case .keyword(let word) where Self.modifiers.contains(word):
      guard !code.isModifier(index) else { return .nothing }
      awaitsDo = word == "while" || word == "until"
      return .opens(word)
    default: return .nothing
    }
  }
}
