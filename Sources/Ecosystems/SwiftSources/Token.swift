/// A word of Swift with its place in the file.
struct Token: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case identifier(String)
    case number(String)
    case string([Segment])
    /// An operator: a run of operator characters.
    case symbol(String)
    /// A bracket, a comma, a colon, a semicolon, an at sign or a backslash.
    case mark(Character)
    /// `#if`, `#elseif`, `#else`, `#endif` and other words after a number sign.
    case directive(String)
    /// A regular expression between slashes.
    case regex
    case end
  }

  /// A part of a string literal.
  enum Segment: Hashable, Sendable {
    case text(String)
    /// The tokens between `\(` and `)`.
    case interpolation([Token])
  }

  var kind: Kind
  var range: Range<Int>
  /// Whether a line break precedes it, which ends a statement in Swift.
  var startsLine: Bool
  /// Whether white space precedes it, which distinguishes prefix and infix operators.
  var followsSpace: Bool
}

extension Token {
  /// Whether it is a name or a keyword.
  var isIdentifier: Bool {
    if case .identifier = kind { true } else { false }
  }
}
