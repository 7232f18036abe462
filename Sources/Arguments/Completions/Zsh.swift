extension Command {
  /// Generates one function per command path for zsh's `_arguments`.
  func zshCompletions() -> String {
    let functions = everyCommand.map { path, command in command.zshFunction([name] + path) }
    return "#compdef \(name)\n\n" + functions.joined(separator: "\n") + "\n_\(name) \"$@\"\n"
  }

  private func zshFunction(_ path: [String]) -> String {
    let function = "_" + path.joined(separator: "_")
    var specs = everyOption.map { "'\($0.zsh)'" }
    if subcommands.isEmpty {
      specs += positionals.map { "'\($0.zsh)'" }
      return "\(function)() {\n  _arguments \(specs.joined(separator: " \\\n    "))\n}\n"
    }
    specs += ["'1: :->command'", "'*:: :->rest'"]
    let names = subcommands.map { "'\($0.name):\(escaped($0.summary))'" }
    let rests = subcommands.map { "        \($0.name)) \(function)_\($0.name) ;;" }
    return """
      \(function)() {
        local state line
        _arguments -C \(specs.joined(separator: " \\\n    "))
        case $state in
          command)
            local -a commands=(\(names.joined(separator: " ")))
            _describe command commands ;;
          rest)
            case $line[1] in
      \(rests.joined(separator: "\n"))
            esac ;;
        esac
      }

      """
  }
}

extension Option {
  fileprivate var zsh: String {
    let star = repeats ? "*" : ""
    switch value {
    case .none: return "\(star)--\(name)[\(escaped(summary))]"
    case .optional(let word): return "\(star)--\(name)=-[\(escaped(summary))]::\(word):"
    case .required(let word, let completion):
      return "\(star)--\(name)=[\(escaped(summary))]:\(word):\(completion.zsh)"
    }
  }
}

extension Positional {
  fileprivate var zsh: String {
    switch arity {
    case .optional: "::\(name):\(completion.zsh)"
    case .required: ":\(name):\(completion.zsh)"
    case .many: "*:\(name):\(completion.zsh)"
    }
  }
}

extension Completion {
  fileprivate var zsh: String {
    switch self {
    case .none: ""
    case .file: "_files"
    case .directory: "_files -/"
    case .choices(let choices): "(\(choices.joined(separator: " ")))"
    }
  }
}

/// Escapes the characters that are special to `_arguments` and in single quotes.
private func escaped(_ text: String) -> String {
  var result = ""
  for character in text {
    switch character {
    case "'": result += "'\\''"
    case ":", "[", "]": result += "\\" + String(character)
    default: result.append(character)
    }
  }
  return result
}
