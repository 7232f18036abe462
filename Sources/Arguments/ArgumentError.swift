/// A mistake in the words of a command line.
package enum ArgumentError: Error, Hashable, Sendable {
  /// None of the words that the command needs next; `known` has them all.
  case missingCommand(path: [String], known: [String])
  /// `nearest` is the known word that differs by a slip of the pen; nil: none is near.
  case unknownCommand(String, path: [String], nearest: String?)
  /// Without its dashes, `nearest` too; nil: none is near.
  case unknownOption(String, path: [String], nearest: String?)
  /// The line ended behind the option; `placeholder` is help's name for what must follow.
  case missingValue(option: String, placeholder: String, path: [String])
  /// A switch was given a value by `=`.
  case unexpectedValue(option: String, path: [String])
  /// The option counts once, and two values would contradict each other.
  case repeatedOption(String, path: [String])
  /// The value is none of `choices`.
  case invalidChoice(String, option: String, choices: [String], path: [String])
  /// Help's name of the first word that is missing.
  case missingWord(String, path: [String])
  /// The first word that has no place.
  case unexpectedWord(String, path: [String])

  /// The command at which it happened.
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
  /// Says what was found, what was expected and the nearest word known.
  package var description: String {
    switch self {
    case .missingCommand(_, let known):
      "a command is missing: one of \(known.joined(separator: ", "))"
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
      "'\(word)' is no value of '--\(option)': one of \(choices.joined(separator: ", "))"
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
