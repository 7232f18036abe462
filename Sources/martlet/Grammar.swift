import Arguments
import Ecosystem

/// The words of the program, as docs, completions and the parser read them.
let grammar = Command(
  "martlet", "keeps dependencies fresh: resolves in process, never runs repository code",
  options: [Option("version", "prints the version")],
  subcommands: [
    check, update, lock, why, migrate, run, serve, config, state, doctor, demo, completions,
  ])

private let check = Command(
  "check", "shows what is outdated in a working tree, and what would be proposed",
  discussion: "Changes nothing and needs no forge.",
  positionals: [path],
  options: [
    json, configFile, Option("direct", "looks only at what manifests name themselves"),
    Option(
      "verbose", "lists the tools' versions that projects are locked for, and what names them"),
  ] + logging)

private let update = Command(
  "update", "moves dependencies in a working tree",
  discussion: """
    NAME moves to the newest version inside its requirement: the lock changes, the manifest does
    not. NAME@VERSION moves it to VERSION and edits the requirement where it excludes VERSION, in
    the style in which it is written. Several names move together.
    """,
  positionals: [path, Positional("NAME[@VERSION]", "what to move", .many)],
  options: [
    Option("latest", "moves as far as the repository's policy allows, like a pull request"),
    Option("all-locked", "refreshes the whole lock inside the requirements"),
    Option("with-dependencies", "unlocks what the named dependencies depend on, too"),
    Option("level", "prefers the smallest step", .required("STEP", .choices(["patch", "minor"]))),
    Option("strict", "makes --level a bound"),
    ecosystem, directory, dryRun, json, configFile,
  ] + logging)

private let lock = Command(
  "lock", "makes the lock fit the manifest as it stands, keeping what still fits",
  positionals: [path],
  options: [
    Option("fresh", "ignores the lock that is there"),
    Option(
      "add-platform", "\(users(of: .platforms)): locks for this platform too", .required("NAME"),
      repeats: true),
    Option("add-checksums", "\(users(of: .checksums)): adds the checksums of all packages"),
    ecosystem, directory, dryRun, json, configFile,
  ] + logging)

private let why = Command(
  "why", "tells why a dependency is at its version, and what stands in the way of another",
  positionals: [path, Positional("NAME[@VERSION]", "what to explain", .many)],
  options: [ecosystem, directory, json, configFile] + logging)

private let migrate = Command(
  "migrate", "shows what can move to \(migrationDestination), and moves it",
  subcommands: servedEcosystems.descriptions.filter { $0.migration == .source }.map { source in
    Command(
      source.id.rawValue,
      "shows which dependencies of \(source.displayName) can move to \(migrationDestination)",
      discussion: """
        Looks up each dependency's repository at the locked version. Nothing is changed without
        --apply, which moves the named dependencies, or all that can move, at the same versions. It
        changes all files or none.
        """,
      positionals: [path, Positional("NAME", "what --apply moves; default: all that can", .many)],
      options: [
        Option("apply", "edits the project, and \(source.manifests[0]) and its lock"),
        directory, json, configFile,
      ] + logging)
  })

/// The name of the ecosystem that dependencies move to.
private var migrationDestination: String {
  servedEcosystems.descriptions.first { $0.migration == .destination }?.displayName ?? "-"
}

private let run = Command(
  "run", "goes once over the configured repositories: opens, updates and closes pull requests",
  options: [
    configFile,
    Option("repository", "looks at this one alone", .required("OWNER/NAME"), repeats: true),
    Option("dry-run", "writes nothing anywhere and prints what it would have written"),
    Option(
      "wait", "stays until CI has settled on every pull request; default: the entries' ci.timeout",
      .optional("DURATION")),
    Option("strict", "ends with 3 or 4 if a repository was refused or had no solution"),
    Option("verbose", "lists what is left out and held back, with reasons"),
    json,
  ] + logging)

private let serve = Command(
  "serve", "keeps on: schedules, webhooks, CI; until it is asked to end",
  discussion: """
    Visits each repository by the schedule of its own file, and at once when a webhook or a person
    asks for it. SIGTERM finishes the visits under way; SIGHUP or a change of the file takes over
    the configuration.
    """,
  options: [
    configFile,
    Option("listen", "where webhooks and pages are, in place of the file's", .required("ADDRESS")),
  ] + logging)

private let config = Command(
  "config", "looks after configuration",
  subcommands: [
    Command(
      "check", "validates an operator's file or a repository's martlet.yml or dependabot.yml",
      positionals: [
        Positional(
          "FILE", "default: the repository's martlet.yml or dependabot.yml", .optional,
          completion: .file)
      ],
      options: [json])
  ])

private let state = Command(
  "state", "looks after what martlet remembers",
  subcommands: [
    Command(
      "backup", "writes a copy of the state while others work on it",
      discussion: """
        A state in SQLite becomes a SQLite file, one in PostgreSQL an export. FILE holds the old
        copy or the new one, never half of one.
        """,
      positionals: [Positional("FILE", "where the copy goes", .required, completion: .file)],
      options: [configFile, json]),
    Command(
      "restore", "takes over a backup or an export, whole or not at all",
      discussion: """
        The file may be of an older martlet and of either database. The state has to be empty, or to
        be replaced.
        """,
      positionals: [Positional("FILE", "a backup or an export", .required, completion: .file)],
      options: [configFile, Option("replace", "throws away what the state holds"), json]),
    Command(
      "export", "prints all tables, a row a line as JSON",
      options: [configFile, Option("json", "prints one JSON document")]),
  ])

private let doctor = Command(
  "doctor", "looks whether forges, credentials, registries and state are reachable and right",
  options: [configFile, json] + logging)

private let demo = Command(
  "demo", "tells the whole story offline: ends with a pull request to look at",
  options: [
    Option("keep", "leaves the sample in a folder", .required("DIR", .directory))
  ])

private let completions = Command(
  "completions", "prints the script that makes a shell complete martlet's words",
  positionals: [
    Positional(
      "SHELL", "bash, zsh or fish", .required, completion: .choices(Shell.allCases.map(\.rawValue)))
  ])

private let path = Positional(
  "PATH", "folder of the working tree; default: the current one", .optional,
  completion: .directory)
private let json = Option("json", "prints one JSON document")
private let dryRun = Option("dry-run", "prints the change and leaves the files alone")
private let configFile = Option(
  "config", "the operator's file: mirrors, registries, toolchains", .required("FILE", .file))
private let ecosystem = Option(
  "ecosystem", "takes only this one", .required("NAME", .choices(ecosystemChoices)))

/// The values of `--ecosystem`: identifiers, and words of the configuration that select several.
private var ecosystemChoices: [String] {
  Set(servedEcosystems.descriptions.map(\.id.rawValue) + servedEcosystems.words).sorted()
}

/// The names of the ecosystems whose lock files support an option.
private func users(of option: LockOption) -> String {
  servedEcosystems.descriptions.filter { $0.lockOptions.contains(option) }
    .map(\.displayName).joined(separator: ", ")
}

private let directory = Option(
  "directory", "takes only the projects of this folder of the tree", .required("DIR", .directory))
private let logging = [
  Option("log-format", "how progress is logged", .required("FORMAT", .choices(["text", "json"]))),
  Option(
    "log-level", "what is logged",
    .required("LEVEL", .choices(["debug", "info", "warning", "error"]))),
]
