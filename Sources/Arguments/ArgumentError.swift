/// An error in a command line.
package enum ArgumentError: Error, Hashable, Sendable {
  /// No subcommand was given; `known` lists the subcommands.
  case missingCommand(path: [String], known: [String])
  /// `nearest` is the closest known word; nil if none is close.
  case unknownCommand(String, path: [String], nearest: String?)
  /// The option and `nearest` are without dashes; `nearest` is nil if no option is close.
  case unknownOption(String, path: [String], nearest: String?)
  /// The option is the last word; `placeholder` is the name of its value in the help.
  case missingValue(option: String, placeholder: String, path: [String])
  /// An option without a value was given one with `=`.
  case unexpectedValue(option: String, path: [String])
  /// An option that can be given only once was repeated.
  case repeatedOption(String, path: [String])
  /// The value is not one of `choices`.
  case invalidChoice(String, option: String, choices: [String], path: [String])
  /// A required argument is missing; the text is its name in the help.
  case missingWord(String, path: [String])
  /// The first word that does not match any argument.
  case unexpectedWord(String, path: [String])

  /// The path of the command where the error occurred.
  package var path: [String] {
    switch self {
    case .missingCommand(let path, _), .unknownCommand(_, let path, _),
      .unknownOption(_, let path, _), .missingValue(_, _, let path),
      .unexpectedValue(_, let path), .repeatedOption(_, let path),
      .invalidChoice(_, _, _, let path), .missingWord(_, let path), .unexpectedWord(_, let path):
      path
    }
  }
}

extension ArgumentError: CustomStringConvertible {
  /// Names the word found, the words expected and the closest known word.
  package var description: String {
    switch self {
    case .missingCommand(_, let known):
      "missing command: expected one of \(known.joined(separator: ", "))"
    case .unknownCommand(let word, _, let nearest):
      "unknown command '\(word)'" + Self.hint(nearest)
    case .unknownOption(let word, _, let nearest):
      "unknown option '--\(word)'" + Self.hint(nearest.map { "--" + $0 })
    case .missingValue(let option, let placeholder, _):
      "option '--\(option)' needs a value: --\(option) \(placeholder)"
    case .unexpectedValue(let option, _):
      "option '--\(option)' takes no value"
    case .repeatedOption(let option, _):
      "option '--\(option)' is given twice"
    case .invalidChoice(let word, let option, let choices, _):
      "'\(word)' is not a valid value for '--\(option)': expected one of \(choices.joined(separator: ", "))"
    case .missingWord(let name, _):
      "\(name) is missing"
    case .unexpectedWord(let word, _):
      "unexpected argument '\(word)'"
    }
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { "; did you mean '\($0)'?" } ?? ""
  }
}
