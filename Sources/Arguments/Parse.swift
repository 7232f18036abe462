extension Command {
  /// Parses the words after the program's name.
  ///
  /// `--` ends the options.
  ///
  ///     try martlet.parse(["update", ".", "lodash@4.17.21", "--json"])
  ///
  /// - Parameter arguments: the words from the shell.
  /// - Returns: an invocation, or a request for help, which takes precedence over all errors but an
  ///   unknown command: the help of another one would hide the typing error.
  /// - Throws: `ArgumentError` for the first error.
  package func parse(_ arguments: [String]) throws(ArgumentError) -> Parsed {
    var parser = Parser(command: self, rest: arguments[...])
    return try parser.run()
  }
}

private struct Parser {
  var command: Command
  var rest: ArraySlice<String>
  var path: [String] = []
  var arguments: [String] = []
  var options: [String: [String]] = [:]

  mutating func run() throws(ArgumentError) -> Parsed {
    let isHelpRequested = rest.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    try descend(tolerant: isHelpRequested)
    if isHelpRequested { return .help(path: path) }
    while let word = rest.popFirst() {
      if word == "--" {
        arguments += rest
        rest = []
      } else if word.hasPrefix("--") {
        try parse(option: String(word.dropFirst(2)))
      } else {
        arguments.append(word)
      }
    }
    try checkArguments()
    return .run(Invocation(path: path, arguments: arguments, options: options))
  }

  /// Consumes subcommand names until a command without subcommands is reached.
  private mutating func descend(tolerant: Bool) throws(ArgumentError) {
    while !command.subcommands.isEmpty {
      guard let word = rest.first(where: { !$0.hasPrefix("-") }) else {
        if command.acceptsOptionAlone(rest) || tolerant { return }
        if let word = rest.first(where: { $0.hasPrefix("--") && $0 != "--" }) {
          try parse(option: String(word.dropFirst(2)))
        }
        throw .missingCommand(path: path, known: command.subcommands.map(\.name))
      }
      guard let next = command.subcommand(named: word) else {
        let near = nearest(to: word, among: command.subcommands.map(\.name))
        throw .unknownCommand(word, path: path, nearest: near)
      }
      if let index = rest.firstIndex(of: word) { rest.remove(at: index) }
      path.append(word)
      command = next
    }
  }

  private mutating func parse(option text: String) throws(ArgumentError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard let option = command.options.first(where: { $0.name == name }) else {
      let near = nearest(to: name, among: command.options.map(\.name) + ["help"])
      throw .unknownOption(name, path: path, nearest: near)
    }
    guard options[name] == nil || option.repeats else { throw .repeatedOption(name, path: path) }
    let value = try value(of: option, attached: attached)
    options[name, default: []] += value.map { [$0] } ?? []
  }

  private mutating func value(
    of option: Option, attached: String?
  ) throws(ArgumentError) -> String? {
    switch option.value {
    case .none:
      guard attached == nil else { throw .unexpectedValue(option: option.name, path: path) }
      return nil
    case .optional:
      return attached
    case .required(let placeholder, let completion):
      guard let value = attached ?? rest.popFirst() else {
        throw .missingValue(option: option.name, placeholder: placeholder, path: path)
      }
      if case .choices(let choices) = completion, !choices.contains(value) {
        throw .invalidChoice(value, option: option.name, choices: choices, path: path)
      }
      return value
    }
  }

  private func checkArguments() throws(ArgumentError) {
    let required = command.positionals.filter { $0.arity != .optional }
    if arguments.count < required.count, let missing = required.dropFirst(arguments.count).first {
      guard missing.arity == .many else { throw .missingWord(missing.name, path: path) }
    }
    let takesMany = command.positionals.contains { $0.arity == .many }
    if !takesMany, arguments.count > command.positionals.count {
      throw .unexpectedWord(arguments[command.positionals.count], path: path)
    }
  }
}

extension Command {
  /// Whether the words are only options of this command, such as `--version` of the program.
  fileprivate func acceptsOptionAlone(_ rest: ArraySlice<String>) -> Bool {
    !rest.isEmpty && rest.allSatisfy { word in options.contains { "--" + $0.name == word } }
  }
}
