/// A word of Swift with its position in the file.
package struct Token: Hashable, Sendable {
  /// What a word is, with its text.
  package enum Kind: Hashable, Sendable {
    /// A name or a keyword, without back quotes.
    case identifier(String)
    /// The digits without underscores.
    case number(String)
    /// A literal, decoded.
    case string([Segment])
    /// An operator: a run of operator characters.
    case symbol(String)
    /// A bracket, a comma, a colon, a semicolon, an at sign or a backslash.
    case mark(Character)
    /// `#if`, `#elseif`, `#else`, `#endif` and other words after a number sign.
    case directive(String)
    /// A regular expression between slashes.
    case regex
    /// The end of the file.
    case end
  }

  /// A part of a string literal.
  package enum Segment: Hashable, Sendable {
    /// Characters, with the escapes resolved.
    case text(String)
    /// The tokens between `\(` and `)`.
    case interpolation([Token])
  }

  /// The kind with the text.
  package var kind: Kind
  /// The bytes of the file.
  package var range: Range<Int>
  /// Whether a line break precedes it, which ends a statement in Swift.
  package var startsLine: Bool
  /// Whether white space precedes it, which distinguishes prefix and infix operators.
  package var followsSpace: Bool

  /// Creates a word.
  package init(kind: Kind, range: Range<Int>, startsLine: Bool, followsSpace: Bool) {
    self.kind = kind
    self.range = range
    self.startsLine = startsLine
    self.followsSpace = followsSpace
  }
}

extension Token {
  /// Whether it is a name or a keyword.
  package var isIdentifier: Bool {
    if case .identifier = kind { true } else { false }
  }
}
