/// A shell for which completions can be generated.
package enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}

extension Command {
  /// Generates the completion script for a shell.
  package func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletions()
    case .zsh: zshCompletions()
    case .fish: fishCompletions()
    }
  }

  /// This command and all its subcommands, each with its path.
  var everyCommand: [(path: [String], command: Command)] {
    [([], self)]
      + subcommands.flatMap { sub in
        sub.everyCommand.map { ([sub.name] + $0.path, $0.command) }
      }
  }

  /// The options of this command, including `--help`.
  var everyOption: [Option] { options + [Option("help", "show this text")] }
}

extension Option {
  /// The completion for the option's value.
  var completion: Completion {
    guard case .required(_, let completion) = value else { return .none }
    return completion
  }

  /// Whether the option takes the next word as its value.
  var takesWord: Bool {
    guard case .required = value else { return false }
    return true
  }
}
