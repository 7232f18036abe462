/// A word of the command line with what may follow it, as a table.
///
///     Command("greet", "says hello", positionals: [.init("NAME", "whom", .required)])
package struct Command: Sendable {
  /// The word as it is typed; of the root the program's own name.
  package var name: String
  /// One line, for the list of commands.
  package var summary: String
  /// Paragraphs below the usage line; empty where the summary says it all.
  package var discussion: String
  /// In the order in which their words stand on the command line.
  package var positionals: [Positional]
  /// In help's order; on the command line they may stand between the words.
  package var options: [Option]
  /// One is chosen by the next word, which only an option such as `--version` makes needless.
  package var subcommands: [Command]

  /// Describes a command; `--help` is understood everywhere without being listed.
  package init(
    _ name: String, _ summary: String, discussion: String = "", positionals: [Positional] = [],
    options: [Option] = [], subcommands: [Command] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.positionals = positionals
    self.options = options
    self.subcommands = subcommands
  }

  func subcommand(named name: String) -> Command? {
    subcommands.first { $0.name == name }
  }
}
