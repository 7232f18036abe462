extension Command {
  /// Renders the help of the command at `path`, as printed by `--help`.
  ///
  /// - Parameters:
  ///   - path: names of subcommands below this one.
  ///   - width: the number of columns at which summaries wrap.
  /// - Returns: lines that end with a newline.
  package func help(at path: [String] = [], width: Int = 80) -> String {
    var command = self
    for name in path { command = command.subcommand(named: name) ?? command }
    let commandLine = ([name] + path).joined(separator: " ")
    var sections = ["\(command.summary.capitalizedSentence)", command.usage(commandLine)]
    if !command.discussion.isEmpty { sections.append(command.discussion) }
    sections += command.tables(width: width)
    if !command.subcommands.isEmpty {
      sections.append("Run '\(commandLine) COMMAND --help' for details on a command.")
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  func usage(_ commandLine: String) -> String {
    var line = "Usage: \(commandLine)"
    if !subcommands.isEmpty { line += " COMMAND" }
    for positional in positionals { line += " " + positional.usage }
    return line + " [options]"
  }

  private func tables(width: Int) -> [String] {
    let options = options + [Option("help", "show this text")]
    let rows: [(String, [(String, String)])] = [
      ("Commands", subcommands.map { ($0.name, $0.summary) }),
      ("Arguments", positionals.map { ($0.name, $0.summary) }),
      ("Options", options.map { ($0.usage, $0.summary + $0.choices) }),
    ]
    return rows.filter { !$0.1.isEmpty }.map { table($0.0, rows: $0.1, width: width) }
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
    return start + gap + wrap(summary, indent: indent, width: width)
  }
  return ([title + ":"] + lines).joined(separator: "\n")
}

private func wrap(_ text: String, indent: Int, width: Int) -> String {
  var lines: [String] = [""]
  for word in text.split(separator: " ") {
    let last = lines[lines.count - 1]
    if !last.isEmpty, indent + last.count + 1 + word.count > width {
      lines.append(String(word))
    } else {
      lines[lines.count - 1] = last.isEmpty ? String(word) : last + " " + word
    }
  }
  return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
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
