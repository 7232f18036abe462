/// A parsed command line.
package struct Invocation: Hashable, Sendable {
  /// The names of the command and its subcommands, without the program's.
  package var path: [String]
  /// The positional arguments, in order.
  package var arguments: [String]
  /// The values by option.
  ///
  /// An option without a value has an empty list.
  package var options: [String: [String]]

  /// Creates an invocation directly, as tests do.
  package init(path: [String], arguments: [String] = [], options: [String: [String]] = [:]) {
    self.path = path
    self.arguments = arguments
    self.options = options
  }

  /// Whether an option was given, with or without a value.
  package func has(_ option: String) -> Bool { options[option] != nil }

  /// The value of an option; the last one if it was repeated.
  package func value(_ option: String) -> String? { options[option]?.last }

  /// All values of a repeatable option.
  package func values(_ option: String) -> [String] { options[option] ?? [] }
}

/// The result of parsing a command line.
package enum Parsed: Hashable, Sendable {
  /// A valid invocation.
  case run(Invocation)
  /// A request for the help of the command at this path.
  case help(path: [String])
}
