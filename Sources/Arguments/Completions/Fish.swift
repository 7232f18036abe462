extension Command {
  /// Generates one `complete` line per word, guarded by the words before it.
  func fishCompletions() -> String {
    let program = name
    let lines = everyCommand.flatMap { path, command in command.fishLines(program, path) }
    return (["complete -c \(name) -f"] + lines).joined(separator: "\n") + "\n"
  }

  private func fishLines(_ program: String, _ path: [String]) -> [String] {
    let start = "complete -c \(program) -n '\(guardWords(path))'"
    let commands = subcommands.map { "\(start) -a \($0.name) -d '\(quoted($0.summary))'" }
    let words = positionals.compactMap { $0.completion.fish }.map { "\(start) \($0)" }
    let options = everyOption.map { option in
      let value = option.takesWord ? " -r " + (option.completion.fish ?? "-f") : ""
      return "\(start) -l \(option.name)\(value) -d '\(quoted(option.summary))'"
    }
    return commands + words + options
  }

  private func guardWords(_ path: [String]) -> String {
    let seen = path.map { "__fish_seen_subcommand_from \($0)" }
    let unseen =
      subcommands.isEmpty
      ? []
      : ["not __fish_seen_subcommand_from " + subcommands.map(\.name).joined(separator: " ")]
    return (seen + unseen).joined(separator: "; and ")
  }
}

extension Completion {
  fileprivate var fish: String? {
    switch self {
    case .none: nil
    case .file: "-F"
    case .directory: "-a \"(__fish_complete_directories)\""
    case .choices(let choices): "-a '\(choices.joined(separator: " "))'"
    }
  }
}

private func quoted(_ text: String) -> String {
  text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
}
