import Text

extension Command {
  /// Renders the help of the command at `path`, as printed by `--help`.
  ///
  /// - Parameters:
  ///   - path: names of subcommands below this one.
  ///   - width: the number of columns at which summaries wrap.
  ///   - translate: returns a summary, discussion or heading in another language.
  /// - Returns: lines that end with a newline.
  package func help(
    at path: [String] = [], width: Int = 80, translate: (String) -> String = { $0 }
  ) -> String {
    var command = self
    for name in path { command = command.subcommand(named: name) ?? command }
    let commandLine = ([name] + path).joined(separator: " ")
    var sections = [command.heading(translate), translate(command.usage(commandLine))]
    if !command.discussion.isEmpty { sections.append(translate(command.discussion)) }
    sections += command.tables(width: width, translate)
    if !command.subcommands.isEmpty {
      sections.append(translate("Run '\(commandLine) COMMAND --help' for details on a command."))
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  /// The summary as a sentence; a translated one stays as it is.
  private func heading(_ translate: (String) -> String) -> String {
    let text = translate(summary)
    return text == summary ? summary.capitalizedSentence : text
  }

  func usage(_ commandLine: String) -> String {
    var line = "Usage: \(commandLine)"
    if !subcommands.isEmpty { line += " COMMAND" }
    for positional in positionals { line += " " + positional.usage }
    return line + " [options]"
  }

  private func tables(width: Int, _ translate: (String) -> String) -> [String] {
    let options = options + [Option("help", "show this text")]
    let rows: [(String, [(String, String)])] = [
      ("Commands:", subcommands.map { ($0.name, translate($0.summary)) }),
      ("Arguments:", positionals.map { ($0.name, translate($0.summary)) }),
      ("Options:", options.map { ($0.usage, translate($0.summary) + $0.choices) }),
    ]
    return rows.filter { !$0.1.isEmpty }.map { table(translate($0.0), rows: $0.1, width: width) }
  }
}

private func table(_ title: String, rows: [(String, String)], width: Int) -> String {
  let indent = min(28, (rows.map(\.0.count).max() ?? 0) + 4)
  let lines = rows.map { name, summary in
    let start = "  " + name
    let gap =
      start.count + 2 > indent
      ? "\n" + String(repeating: " ", count: indent)
      : String(repeating: " ", count: indent - start.count)
    let lines = summary.wrapped(to: width - indent)
    return start + gap + lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }
  return ([title] + lines).joined(separator: "\n")
}

extension Positional {
  fileprivate var usage: String {
    switch arity {
    case .optional: "[\(name)]"
    case .required: name
    case .many: "\(name)..."
    }
  }
}

extension Option {
  /// The allowed values, in parentheses; empty if any value is allowed.
  fileprivate var choices: String {
    guard case .required(_, .choices(let words)) = value else { return "" }
    return " (\(words.joined(separator: ", ")))"
  }

  var usage: String {
    switch value {
    case .none: "--\(name)"
    case .required(let placeholder, _): "--\(name) \(placeholder)"
    case .optional(let placeholder): "--\(name)[=\(placeholder)]"
    }
  }
}

extension String {
  var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
