/// A token of Ruby source.
struct RubyToken: Sendable {
  /// The kind of a token with its content.
  enum Kind: Equatable, Sendable {
    case newline
    case identifier(String)
    case constant(String)
    /// `@name`, `@@name` or `$name`.
    case variable(String)
    /// `name:` before a value.
    case label(String)
    case keyword(String)
    case integer(Int)
    case float(Double)
    case string(RubyText)
    case symbol(RubyText)
    /// `%w` and `%i`: each word with its range.
    case words([RubyText], symbols: Bool)
    case regex(RubyText, options: String)
    /// Backticks or `%x`: a shell command.
    case command
    case operation(String)
    case end
  }

  var kind: Kind
  /// Bytes of the file.
  var range: Range<Int>
  /// Whether a blank precedes it on its line.
  var hasSpaceBefore: Bool

  /// The negative number, for a number directly after a minus sign.
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

/// The content of a text literal.
struct RubyText: Equatable, Sendable {
  /// A piece of the content.
  enum Part: Equatable, Sendable {
    case text(String)
    /// `#{…}`: the bytes between the braces.
    case code(Range<Int>)
  }

  var parts: [Part]
  /// The bytes between the quotes if they are the text itself, without escapes.
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

extension RubyToken.Kind {
  /// The text of a token that can name a method.
  var word: String? {
    switch self {
    case .identifier(let name), .constant(let name), .keyword(let name), .operation(let name),
      .label(let name):
      name
    default: nil
    }
  }
}
