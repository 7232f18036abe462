import Arguments
import Testing

/// The command line used by these tests: `ship` with the commands `load` and `log`, and `log read`.
private let ship = Command(
  "ship", "moves goods",
  options: [Option("version", "prints the version")],
  subcommands: [
    Command(
      "load", "takes goods on board",
      positionals: [Positional("GOODS", "what to take", .many)],
      options: [
        Option("deck", "where to", .required("DECK", .choices(["upper", "lower"]))),
        Option("wait", "stays until done", .optional("DURATION")),
        Option("tag", "marks it", .required("TAG"), repeats: true),
        Option("json", "prints JSON"),
      ]),
    Command(
      "log", "keeps the book",
      subcommands: [
        Command(
          "read", "opens it",
          positionals: [Positional("PAGE", "which", .optional, completion: .file)])
      ]),
  ])

private func parse(_ line: String) throws(ArgumentError) -> Parsed {
  try ship.parse(line.split(separator: " ").map(String.init))
}

@Suite struct `A command line` {
  @Test func `is parsed into words, switches and values`() throws {
    let expected = Invocation(
      path: ["load"], arguments: ["tea", "-", "--odd"],
      options: ["deck": ["upper"], "wait": [], "tag": ["a", "b"], "json": []])
    let parsed = try parse("load tea --deck upper --wait --tag=a - --tag b --json -- --odd")
    #expect(parsed == .run(expected))
  }

  @Test func `takes an optional value only after the equals sign`() throws {
    let parsed = try parse("load --wait=30m tea")
    #expect(
      parsed == .run(Invocation(path: ["load"], arguments: ["tea"], options: ["wait": ["30m"]])))
  }

  @Test func `can name subcommands`() throws {
    #expect(try parse("log read") == .run(Invocation(path: ["log", "read"])))
  }

  @Test func `can have an option of the program without a command`() throws {
    #expect(try parse("--version") == .run(Invocation(path: [], options: ["version": []])))
  }

  @Test(arguments: [
    ("--help", []), ("load --help", ["load"]), ("log read -h", ["log", "read"]),
    ("log --help", ["log"]), ("load --nonsense --help", ["load"]),
  ]) func `shows help wherever it is requested`(line: String, path: [String]) throws {
    #expect(try parse(line) == .help(path: path))
  }

  @Test(arguments: [
    ("", "missing command: expected one of load, log"),
    ("lod", "unknown command 'lod'; did you mean 'load'?"),
    ("sail", "unknown command 'sail'"),
    ("lod --help", "unknown command 'lod'; did you mean 'load'?"),
    ("log raed -h", "unknown command 'raed'; did you mean 'read'?"),
    ("load --jsn", "unknown option '--jsn'; did you mean '--json'?"),
    ("load --deck", "option '--deck' needs a value: --deck DECK"),
    ("load --deck mid x", "'mid' is not a valid value for '--deck': expected one of upper, lower"),
    ("load --json=1 x", "option '--json' takes no value"),
    ("load --json --json x", "option '--json' is given twice"),
    ("log read a b", "unexpected argument 'b'"),
    ("log", "missing command: expected one of read"),
    ("log --version", "unknown option '--version'"),
    ("--versio", "unknown option '--versio'; did you mean '--version'?"),
  ]) func `reports the error and the expected words`(line: String, message: String) {
    let error = #expect(throws: ArgumentError.self) { try parse(line) }
    #expect(error?.description == message)
  }
}

@Suite struct `Help` {
  @Test func `lists commands and options`() {
    #expect(
      ship.help() == """
        Moves goods.

        Usage: ship COMMAND [options]

        Commands:
          load  takes goods on board
          log   keeps the book

        Options:
          --version  prints the version
          --help     show this text

        Run 'ship COMMAND --help' for details on a command.

        """)
  }

  @Test func `of a command shows its arguments and option values`() {
    #expect(
      ship.help(at: ["load"]) == """
        Takes goods on board.

        Usage: ship load GOODS... [options]

        Arguments:
          GOODS  what to take

        Options:
          --deck DECK        where to (upper, lower)
          --wait[=DURATION]  stays until done
          --tag TAG          marks it
          --json             prints JSON
          --help             show this text

        """)
  }

  @Test func `is translated, but for names and values`() {
    let german = [
      "keeps the book": "führt das Buch", "Commands:": "Befehle:", "opens it": "öffnet es",
    ]
    #expect(
      ship.help(at: ["log"]) { german[$0] ?? $0 } == """
        führt das Buch

        Usage: ship log COMMAND [options]

        Befehle:
          read  öffnet es

        Options:
          --help  show this text

        Run 'ship log COMMAND --help' for details on a command.

        """)
  }
}

@Suite struct `Completions` {
  @Test(arguments: Shell.allCases) func `name every command and option`(shell: Shell) {
    let script = ship.completions(for: shell)
    for word in ["load", "log", "read", "deck", "wait", "json", "version", "upper"] {
      #expect(script.contains(word), "\(shell) lacks \(word)")
    }
  }
}
