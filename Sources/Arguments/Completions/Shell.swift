/// The shells for which completions are written.
package enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}

extension Command {
  /// Writes the script that makes a shell complete this program's words.
  package func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletions()
    case .zsh: zshCompletions()
    case .fish: fishCompletions()
    }
  }

  /// This command and all below it, each with its path.
  var everyCommand: [(path: [String], command: Command)] {
    [([], self)]
      + subcommands.flatMap { sub in
        sub.everyCommand.map { ([sub.name] + $0.path, $0.command) }
      }
  }

  /// Options of this command and the one that all have.
  var everyOption: [Option] { options + [Option("help", "shows how it is used")] }
}

extension Option {
  /// What a shell offers after the option's name.
  var completion: Completion {
    guard case .required(_, let completion) = value else { return .none }
    return completion
  }

  /// Whether the next word belongs to the option.
  var takesWord: Bool {
    guard case .required = value else { return false }
    return true
  }
}
