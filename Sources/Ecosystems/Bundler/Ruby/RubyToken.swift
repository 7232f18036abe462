/// A word of Ruby source.
struct RubyToken: Sendable {
  /// What kind of word it is, and its content.
  enum Kind: Equatable, Sendable {
    case newline
    case identifier(String)
    case constant(String)
    /// `@name`, `@@name` or `$name`.
    case variable(String)
    /// `name:` in front of a value.
    case label(String)
    case keyword(String)
    case integer(Int)
    case float(Double)
    case string(RubyText)
    case symbol(RubyText)
    /// `%w` and `%i`: each word with its place.
    case words([RubyText], symbols: Bool)
    case regex(RubyText, options: String)
    /// Backticks or `%x`: a command for the shell.
    case command
    case operation(String)
    case end
  }

  var kind: Kind
  /// Bytes of the file.
  var range: Range<Int>
  /// Whether blanks stand before it on its line.
  var hasSpaceBefore: Bool

  /// Of a number right behind a sign the negative one.
  var negated: Kind? {
    guard !hasSpaceBefore else { return nil }
    return switch kind {
    case .integer(let value): .integer(-value)
    case .float(let value): .float(-value)
    default: nil
    }
  }

  func isOperation(_ text: String) -> Bool {
    if case .operation(let own) = kind { own == text } else { false }
  }

  func isKeyword(_ text: String) -> Bool {
    if case .keyword(let own) = kind { own == text } else { false }
  }
}

/// The content of a literal of text.
struct RubyText: Equatable, Sendable {
  /// A stretch of it.
  enum Part: Equatable, Sendable {
    case text(String)
    /// `#{…}`: the bytes between the braces.
    case code(Range<Int>)
  }

  var parts: [Part]
  /// The bytes between the quotes, where they say what the text is, letter by letter.
  var literal: Range<Int>?

  /// The whole text, if nothing is interpolated.
  var plain: String? {
    var result = ""
    for part in parts {
      guard case .text(let text) = part else { return nil }
      result += text
    }
    return result
  }
}

/// Why reading Ruby stops.
enum RubyStop: Error, Sendable {
  /// The construct is outside what is evaluated.
  case refused(String, file: String, range: Range<Int>)
  /// A file of the repository must be read first.
  case needs(path: String)
  /// `next`, `break` or `return` leaves a block or a method.
  case leaves(RubyJump)
}
