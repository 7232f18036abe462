/// A word that begins with two dashes.
package struct Option: Sendable {
  /// What follows the option's name.
  package enum Value: Sendable, Equatable {
    /// Nothing: the option is a switch.
    case none
    /// A word, after a space or `=`.
    case required(String, Completion = .none)
    /// A word after `=`, which may be left out.
    case optional(String)
  }

  /// Without the dashes.
  package var name: String
  /// One line, for help and for what shells show beside the name.
  package var summary: String
  /// Whether a word follows, and what help calls it: `required("FILE", .file)`.
  package var value: Value
  /// Whether it may be given several times; else the last one counts as a mistake.
  package var repeats: Bool

  /// Describes an option.
  package init(_ name: String, _ summary: String, _ value: Value = .none, repeats: Bool = false) {
    self.name = name
    self.summary = summary
    self.value = value
    self.repeats = repeats
  }
}

/// What a shell offers for a word that is not yet complete.
package enum Completion: Sendable, Equatable {
  /// Nothing: any word may stand there.
  case none
  /// A path of any file.
  case file
  /// A path of a folder.
  case directory
  /// One of these words; as an option's value the parser takes no other.
  case choices([String])
}

/// A word that is known by its place.
package struct Positional: Sendable {
  /// How many words stand there.
  package enum Arity: Sendable {
    /// None or one.
    case optional
    /// Exactly one.
    case required
    /// Any number, none included.
    case many
  }

  /// In capitals, as usage lines show it.
  package var name: String
  /// One line, for the list of arguments in help.
  package var summary: String
  /// Shown by the usage line as `[NAME]`, `NAME` or `NAME...`.
  package var arity: Arity
  /// What the generated completions for bash, zsh and fish offer in its place.
  package var completion: Completion

  /// Describes a positional word.
  package init(
    _ name: String, _ summary: String, _ arity: Arity, completion: Completion = .none
  ) {
    self.name = name
    self.summary = summary
    self.arity = arity
    self.completion = completion
  }
}
