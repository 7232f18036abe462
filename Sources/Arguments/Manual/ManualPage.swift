/// A man page: the text of one file.
package struct ManualPage: Hashable, Sendable {
  /// The name in the index of man pages: `martlet-config-check`.
  package var name: String
  /// The section of the manual: 1 for commands, 5 for files.
  package var section: Int
  /// The page in the macros of man(7), which ends with a newline.
  package var text: String

  /// The name of the file in a folder `man1` or `man5`.
  package var fileName: String { "\(name).\(section)" }

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - name: the name, without the section.
  ///   - section: the section of the manual.
  ///   - release: the program with its version, in the page's foot.
  ///   - summary: one line for the index of man pages.
  ///   - body: the sections below the name.
  package init(name: String, section: Int, release: String, summary: String, body: Roff) {
    self.name = name
    self.section = section
    let title = #".TH \#(Roff.escaped(name.uppercased())) \#(section) "" "\#(release)""#
    var head = Roff(title: title)
    head.section("NAME")
    head.index(name, summary)
    text = head.text + body.text
  }
}

extension Command {
  /// Creates the page of every command: the program's first, then one for each command below it.
  ///
  /// - Parameters:
  ///   - release: the program with its version, in the foot of each page.
  ///   - exitCodes: the codes with their meanings.
  ///   - others: pages of other sections that the pages name: `martlet.yml(5)`.
  /// - Returns: at least the program's page.
  package func manualPages(
    release: String, exitCodes: [(code: Int32, meaning: String)], others: [(String, Int)] = []
  ) -> [ManualPage] {
    everyCommand.map { path, command in
      let name = ([self.name] + path).joined(separator: "-")
      var body = command.body(name: name, commandLine: ([self.name] + path).joined(separator: " "))
      body.section("EXIT STATUS")
      for (code, meaning) in exitCodes { body.item("\(code)", meaning) }
      body.section("SEE ALSO")
      let above = path.isEmpty ? [] : [([self.name] + path.dropLast()).joined(separator: "-")]
      body.references(
        above.map { ($0, 1) } + command.subcommands.map { ("\(name)-\($0.name)", 1) }
          + (path.isEmpty || command.takesFile ? others : []))
      return ManualPage(
        name: name, section: 1, release: release, summary: command.summary, body: body)
    }
  }

  /// The sections from the synopsis to the options.
  private func body(name: String, commandLine: String) -> Roff {
    var body = Roff()
    body.section("SYNOPSIS")
    let words = usage(commandLine).dropFirst("Usage: \(commandLine)".count)
    body.bold(commandLine, then: String(words))
    body.section("DESCRIPTION")
    body.paragraph(summary.capitalizedSentence)
    for paragraph in discussion.split(separator: "\n\n") { body.paragraph(String(paragraph)) }
    let tables = [
      ("COMMANDS", subcommands.map { ($0.name, $0.summary) }),
      ("ARGUMENTS", positionals.map { ($0.name, $0.summary) }),
      ("OPTIONS", everyOption.map { ($0.usage, $0.manual) }),
    ]
    for (title, rows) in tables where !rows.isEmpty {
      body.section(title)
      for (term, text) in rows { body.item(term, text) }
    }
    return body
  }

  /// Whether the command reads the operator's file.
  private var takesFile: Bool { options.contains { $0.name == "config" } }
}

extension Option {
  /// The summary, with what the usage doesn't say: the choices, and that it can be repeated.
  fileprivate var manual: String {
    var text = summary
    if case .choices(let choices) = completion {
      text += "; one of \(choices.joined(separator: ", "))"
    }
    return repeats ? text + "; can be given several times" : text
  }
}
