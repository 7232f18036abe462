/// What a person asked for, once the words are sorted.
package struct Invocation: Hashable, Sendable {
  /// Names of the command and its subcommands, without the program's.
  package var path: [String]
  /// Words that are known by their place, in order.
  package var words: [String]
  /// Values by option; a switch that was given has an empty list.
  package var options: [String: [String]]

  /// Sorts words by hand, as tests do.
  package init(path: [String], words: [String] = [], options: [String: [String]] = [:]) {
    self.path = path
    self.words = words
    self.options = options
  }

  /// Whether an option was given, with or without a value.
  package func has(_ option: String) -> Bool { options[option] != nil }

  /// The value of an option that is given once.
  package func value(_ option: String) -> String? { options[option]?.last }

  /// All values of an option that repeats.
  package func values(_ option: String) -> [String] { options[option] ?? [] }
}

/// What the words amount to.
package enum Parsed: Hashable, Sendable {
  /// Words that fit the command's table.
  case run(Invocation)
  /// Somebody asked how the command at this path is used.
  case help(path: [String])
}
