/// An option, which starts with two dashes.
package struct Option: Sendable {
  /// The kind of value that an option takes.
  package enum Value: Sendable, Equatable {
    /// No value: the option is a switch.
    case none
    /// A word after a space or `=`.
    case required(String, Completion = .none)
    /// An optional word after `=`.
    case optional(String)
  }

  /// The name without the dashes.
  package var name: String
  /// One line for the help and for shell completions.
  package var summary: String
  /// The value and its name in the help: `required("FILE", .file)`.
  package var value: Value
  /// Whether the option can be given several times; otherwise a repetition is an error.
  package var repeats: Bool

  /// Creates an option.
  package init(_ name: String, _ summary: String, _ value: Value = .none, repeats: Bool = false) {
    self.name = name
    self.summary = summary
    self.value = value
    self.repeats = repeats
  }
}

/// The words that a shell offers as completions.
package enum Completion: Sendable, Equatable {
  /// No completions: any word is possible.
  case none
  /// The path of a file.
  case file
  /// The path of a folder.
  case directory
  /// One of these words.
  ///
  /// The parser rejects any other value of an option.
  case choices([String])
}

/// A positional argument.
package struct Positional: Sendable {
  /// The number of words that an argument takes.
  package enum Arity: Sendable {
    /// Zero or one.
    case optional
    /// Exactly one.
    case required
    /// Any number, including zero.
    case many
  }

  /// The name in capitals, as in usage lines.
  package var name: String
  /// One line for the list of arguments in the help.
  package var summary: String
  /// The number of words; the usage line shows `[NAME]`, `NAME` or `NAME...`.
  package var arity: Arity
  /// The completion that the scripts for bash, zsh and fish offer.
  package var completion: Completion

  /// Creates a positional argument.
  package init(
    _ name: String, _ summary: String, _ arity: Arity, completion: Completion = .none
  ) {
    self.name = name
    self.summary = summary
    self.arity = arity
    self.completion = completion
  }
}
