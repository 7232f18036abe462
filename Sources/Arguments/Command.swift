/// A command with its arguments, options and subcommands.
///
///     Command("greet", "says hello", positionals: [.init("NAME", "the person to greet", .required)])
package struct Command: Sendable {
  /// The command's name; for the root, the name of the program.
  package var name: String
  /// One line for the list of commands.
  package var summary: String
  /// Paragraphs below the usage line; empty if the summary is enough.
  package var discussion: String
  /// The positional arguments, in the order of the command line.
  package var positionals: [Positional]
  /// The options, in the order of the help.
  ///
  /// On the command line they can come anywhere.
  package var options: [Option]
  /// The subcommands.
  ///
  /// One is required, unless an option such as `--version` is used alone.
  package var subcommands: [Command]

  /// Creates a command.
  ///
  /// `--help` is accepted everywhere without being listed.
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
