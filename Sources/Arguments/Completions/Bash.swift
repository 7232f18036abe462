extension Command {
  /// Generates one function with a case per command path; works with bash 3.2 and later.
  func bashCompletions() -> String {
    let cases = everyCommand.map { path, command in command.bashCase(path) }
    return """
      _\(name)() {
        local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" path="" i
        for ((i = 1; i < COMP_CWORD; i++)); do
          case "$path ${COMP_WORDS[i]}" in
            \(everyCommand.dropFirst().map { "\" \($0.path.joined(separator: " "))\"" }
              .joined(separator: "|"))) path="$path ${COMP_WORDS[i]}" ;;
          esac
        done
        case "$path:$before" in
      \(everyCommand.flatMap { $1.bashValues($0) }.joined(separator: "\n"))
        esac
        case "$path" in
      \(cases.joined(separator: "\n"))
        esac
      }
      complete -F _\(name) \(name)

      """
  }

  private func bashCase(_ path: [String]) -> String {
    let choices = positionals.flatMap { positional -> [String] in
      guard case .choices(let choices) = positional.completion else { return [] }
      return choices
    }
    let words = subcommands.map(\.name) + choices + everyOption.map { "--" + $0.name }
    var offers = "compgen -W '\(words.joined(separator: " "))' -- \"$word\""
    if positionals.contains(where: { $0.completion == .directory }) {
      offers += "; compgen -d -- \"$word\""
    } else if positionals.contains(where: { $0.completion == .file }) {
      offers += "; compgen -f -- \"$word\""
    }
    return "    \"\(bashPath(path))\") COMPREPLY=($(\(offers))) ;;"
  }

  private func bashValues(_ path: [String]) -> [String] {
    options.filter(\.takesWord).map { option in
      let offers =
        switch option.completion {
        case .none: ":"
        case .file: "compgen -f -- \"$word\""
        case .directory: "compgen -d -- \"$word\""
        case .choices(let choices):
          "compgen -W '\(choices.joined(separator: " "))' -- \"$word\""
        }
      return "    \"\(bashPath(path)):--\(option.name)\") COMPREPLY=($(\(offers))); return ;;"
    }
  }
}

private func bashPath(_ path: [String]) -> String { path.map { " " + $0 }.joined() }
