import Arguments
import Configuration
import Ecosystem
import Forges

/// The commands and options of the program, for the parser, the help, completions and man pages.
let grammar = Command(
  "martlet", "keep dependencies up to date, without running repository code",
  options: [Option("version", "print the version")],
  subcommands: [
    initialize, check, update, lock, why, migrate, run, serve, fleet, visit, pause, resume, logs,
    config, state, doctor, demo,
    completions, manual,
  ])

private let initialize = Command(
  "init", "write a first configuration of a repository, or of an operator",
  discussion: """
    Without --operator, finds the projects of a working tree and writes the repository's file, where
    the host of the remote 'origin' has it. With it, writes the operator's file: config/martlet.yml if
    there is a folder 'config', else martlet.yml. An existing file is never replaced without --force.
    On a terminal, asks for what no option says.
    """,
  positionals: [path],
  options: [
    Option(
      "file", "whose file it is; default: martlet",
      .required("KIND", .choices(OnboardingSettings.File.allCases.map(\.rawValue)))),
    Option("operator", "write the operator's file; the next three options imply it"),
    Option(
      "forge", "kind of the forge; default: by the remote 'origin', else \(ForgeKind.all[0].id)",
      .required("KIND", .choices(ForgeKind.all.map(\.id)))),
    Option(
      "url", "address of the forge, or its folder; default: the public service's", .required("URL")),
    Option(
      "repositories", "patterns such as acme/*,!acme/attic; default: the remote 'origin'",
      .required("PATTERNS"), repeats: true),
    Option("force", "replace an existing file"),
    Option("yes", "ask nothing"),
    Option("dry-run", "print the file without writing it"),
    json, configFile,
  ])

private let check = Command(
  "check", "show outdated dependencies of a working tree and the updates to propose",
  discussion: "Changes no files and sends no request to a forge.",
  positionals: [path],
  options: [
    json, configFile, Option("direct", "show only direct dependencies"),
    Option(
      "verbose", "show the version of each project's tools and the file that names it"),
    Option(
      "fail-on", "exit with 1 if a dependency is outdated, or only if one has an advisory",
      .required("WHAT", .choices(["outdated", "security"]))),
    Option(
      "impact",
      "show which symbols that the sources here use an update would change; default of VERSION: the "
        + "newest that the policy allows", .required("NAME[@VERSION]"), repeats: true),
  ] + logging)

private let update = Command(
  "update", "update dependencies of a working tree",
  discussion: """
    NAME is updated to the newest version that its requirement allows: the lock file changes, the
    manifest does not. NAME@VERSION is updated to VERSION, and a requirement that excludes VERSION
    is edited in its own style. Several names are updated together.
    """,
  positionals: [path, Positional("NAME[@VERSION]", "dependency to update", .many)],
  options: [
    Option("latest", "update as far as the repository's policy allows, like a pull request"),
    Option("all-locked", "update everything in the lock file within the requirements"),
    Option("with-dependencies", "also update the dependencies of the named dependencies"),
    Option("level", "prefer the smallest step", .required("STEP", .choices(["patch", "minor"]))),
    Option("strict", "allow no larger step than --level"),
    ecosystem, directory, dryRun, json, configFile,
  ] + logging)

private let lock = Command(
  "lock", "write a lock file that satisfies the manifest, with as few changes as possible",
  positionals: [path],
  options: [
    Option("fresh", "ignore the existing lock file"),
    Option(
      "add-platform", "\(users(of: .platforms)): also lock for this platform", .required("NAME"),
      repeats: true),
    Option("add-checksums", "\(users(of: .checksums)): add the checksums of all packages"),
    ecosystem, directory, dryRun, json, configFile,
  ] + logging)

private let why = Command(
  "why", "explain the version of a dependency, and what prevents another one",
  positionals: [path, Positional("NAME[@VERSION]", "dependency to explain", .many)],
  options: [ecosystem, directory, json, configFile] + logging)

private let migrate = Command(
  "migrate", "show which dependencies can move to \(migrationDestination), and move them",
  subcommands: servedEcosystems.descriptions.filter { $0.migration == .source }.map { source in
    Command(
      source.id.rawValue,
      "show which dependencies of \(source.displayName) can move to \(migrationDestination)",
      discussion: """
        Looks up each dependency's repository at the locked version. Nothing is changed without
        --apply, which moves the named dependencies, or all that can move, at the same versions. It
        changes all files or none.
        """,
      positionals: [
        path,
        Positional("NAME", "dependency to move with --apply; default: all that can move", .many),
      ],
      options: [
        Option("apply", "edit the project, \(source.manifests[0]) and its lock file"),
        directory, json, configFile,
      ] + logging)
  })

/// The name of the ecosystem that dependencies move to.
private var migrationDestination: String {
  servedEcosystems.descriptions.first { $0.migration == .destination }?.displayName ?? "-"
}

private let run = Command(
  "run", "open, update and close pull requests of all configured repositories, once",
  discussion: "A run doesn't wait for the schedules of entries, unless --due is given.",
  options: [
    configFile,
    Option("repository", "visit only this repository", .required("OWNER/NAME"), repeats: true),
    Option("dry-run", "print the changes without writing anything"),
    Option("due", "only entries that are due by their schedules; without it, all are"),
    Option(
      "wait", "wait for the CI of all pull requests; default: the entries' ci.timeout",
      .optional("DURATION")),
    Option(
      "strict", "exit with 2, 3 or 4 if a repository has mistakes, was refused or has no solution"),
    Option("verbose", "list excluded and held back dependencies, with reasons"),
    Option(
      "metrics", "write metrics for the textfile collector of Prometheus' node exporter",
      .required("FILE", .file)),
    json,
  ] + logging)

private let serve = Command(
  "serve", "run the service: schedules, webhooks, CI and status pages",
  discussion: """
    Visits each repository by the schedule in its own file, and immediately after a webhook or a
    person's request. SIGTERM ends the service after the current visits. SIGHUP, or a change of the
    file, reloads the configuration.
    """,
  options: [
    configFile,
    Option(
      "listen", "address of webhooks and pages; default: the one in the file", .required("ADDRESS")),
  ] + logging)

private let fleet = Command(
  "fleet", "show what is used where at which version, from the state",
  discussion: """
    Prints a line for each repository, or for each place with --package or --advisory. The formats
    have every dependency: a CSV file, a bill of materials of the locked packages in CycloneDX 1.6
    or SPDX 2.3, or the vulnerable dependencies in SARIF 2.1.0.
    """,
  options: [
    configFile,
    Option(
      "format", "print a document for other programs",
      .required("FORMAT", .choices(["csv", "cyclonedx", "spdx", "sarif"]))),
    Option("repository", "only this repository", .required("OWNER/NAME")),
    Option("package", "only this package, by its complete name", .required("NAME")),
    Option(
      "advisory", "only what this advisory affects, such as CVE-2026-1234", .required("ID")),
    json,
  ])

private let visit = Command(
  "visit", "ask the running service to visit a repository now",
  discussion: remoteService, positionals: [repository(.required)], options: remoteOptions)

private let pause = Command(
  "pause", "ask the running service not to visit a repository, or any",
  discussion: remoteService + "\n'martlet run' leaves paused repositories out, too.",
  positionals: [repository(.optional)],
  options: [Option("all", "pause the whole fleet")] + remoteOptions)

private let resume = Command(
  "resume", "ask the running service to visit a paused repository again, or the fleet",
  discussion: remoteService, positionals: [repository(.optional)],
  options: [Option("all", "resume the whole fleet")] + remoteOptions)

private let remoteService = """
  Calls the API of 'martlet serve'. The token must have the scope 'operator'; it is that of
  --token-file, of $MARTLET_API_TOKEN, or the first one in the operator's file.
  """

private func repository(_ count: Positional.Arity) -> Positional {
  Positional("OWNER/NAME", "the repository", count)
}

private let remoteOptions = [
  configFile,
  Option("server", "address of the service; default: public-url or listen", .required("URL")),
  Option("token-file", "file with the token", .required("FILE", .file)),
  Option("forge", "forge of the repository, if several have it", .required("NAME")), json,
]

private let logs = Command(
  "logs", "show what the last visits of a repository have logged",
  discussion: "The state keeps the last 20 visits of a week that logged or changed something.",
  options: [
    configFile, Option("repository", "the repository", .required("OWNER/NAME")), json,
  ])

private let config = Command(
  "config", "check the configuration",
  subcommands: [
    Command(
      "check", "validate an operator's file or a repository's martlet.yml or dependabot.yml",
      positionals: [
        Positional(
          "FILE", "default: the repository's martlet.yml or dependabot.yml", .optional,
          completion: .file)
      ],
      options: [
        Option(
          "explain", "show which rules apply to a dependency, and why", .required("NAME")), json,
      ]),
    Command(
      "import", "print a file of Dependabot, Renovate, Mergify or Scala Steward as .martlet.yml",
      discussion: """
        Options that can't be converted are reported with their location. Of a manifest in JSON, the
        key 'renovate' is read. With --pull-request, the repositories of the operator's file that have
        such a file and none of martlet's get a pull request with the report.
        """,
      positionals: [
        Positional(
          "FILE", "for example renovate.json or .github/dependabot.yml", .optional,
          completion: .file)
      ],
      options: [
        Option("pull-request", "propose the file to the repositories of the operator's file"),
        Option(
          "repository", "with --pull-request: only to this repository", .required("OWNER/NAME"),
          repeats: true),
        Option("dry-run", "with --pull-request: write nothing"),
        json, configFile,
      ] + logging),
    Command(
      "schema", "print the JSON Schema of a configuration file, for editors",
      positionals: [
        Positional(
          "KIND", "operator, or repository for .martlet.yml", .required,
          completion: .choices(FileKind.allCases.map(\.rawValue)))
      ]),
  ])

private let state = Command(
  "state", "back up, restore and export the state",
  subcommands: [
    Command(
      "backup", "write a copy of the state, also while it is in use",
      discussion: """
        A state in SQLite is copied to a SQLite file, one in PostgreSQL is exported. FILE is
        replaced when the copy is complete.
        """,
      positionals: [Positional("FILE", "file for the copy", .required, completion: .file)],
      options: [configFile, json]),
    Command(
      "restore", "restore a backup or an export, completely or not at all",
      discussion: """
        The file can come from an older version of martlet and from either database. The state must
        be empty, unless it is replaced.
        """,
      positionals: [Positional("FILE", "a backup or an export", .required, completion: .file)],
      options: [configFile, Option("replace", "delete the present state"), json]),
    Command(
      "export", "print all tables, with a line of JSON for each row",
      options: [configFile, Option("json", "print one JSON document")]),
  ])

private let doctor = Command(
  "doctor", "check forges, credentials, registries and state",
  options: [configFile, json] + logging)

private let demo = Command(
  "demo", "open a pull request offline, with sample repositories and a local forge",
  options: [
    Option("keep", "keep the sample in a folder", .required("DIR", .directory))
  ])

private let completions = Command(
  "completions", "print a completion script for a shell",
  positionals: [
    Positional(
      "SHELL", "bash, zsh or fish", .required, completion: .choices(Shell.allCases.map(\.rawValue)))
  ])

private let manual = Command(
  "manual", "write the man pages to a folder",
  discussion: """
    Writes one page for each command to man1, and martlet.yml(5), which describes the configuration
    files, to man5. MANPATH can name the folder.
    """,
  positionals: [
    Positional("DIR", "a folder, which is created if necessary", .required, completion: .directory)
  ])

private let path = Positional(
  "PATH", "folder of the working tree; default: the current folder", .optional,
  completion: .directory)
private let json = Option("json", "print one JSON document")
private let dryRun = Option("dry-run", "print the changes without writing files")
private let configFile = Option(
  "config",
  "operator's file with forges, mirrors, registries and toolchains; default: $MARTLET_CONFIG, "
    + "~/.config/martlet/martlet.yml, and for the service /etc/martlet/martlet.yml",
  .required("FILE", .file))
private let ecosystem = Option(
  "ecosystem", "use only this ecosystem", .required("NAME", .choices(ecosystemChoices)))

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
  "directory", "use only the projects in this folder of the tree", .required("DIR", .directory))
private let logging = [
  Option("log-format", "format of the log", .required("FORMAT", .choices(["text", "json"]))),
  Option(
    "log-level", "lowest level to log",
    .required("LEVEL", .choices(["debug", "info", "warning", "error"]))),
]
