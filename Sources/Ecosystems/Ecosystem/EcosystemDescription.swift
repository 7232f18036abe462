package import Versioning

/// What the rest of martlet needs to know about an ecosystem, apart from its `PackageEcosystem`.
///
/// Each ecosystem fills in one in its `Description.swift`; `Catalog` lists them. Everything
/// else iterates over them and knows no ecosystem by name. docs/add-an-ecosystem.md explains how to
/// write one.
package struct EcosystemDescription: Sendable {
  // MARK: Names

  /// The identifier; tools that users know as one ecosystem share it.
  package let id: EcosystemID
  /// The name in messages: `Bundler`.
  package let displayName: String
  /// The names of the tools whose manifests it reads, in messages: `SwiftPM` and `Xcode`.
  package var tools: [String]
  /// The programming language in messages and in the description of the label: `JavaScript`.
  package var language: String
  /// The label of pull requests if a repository uses several ecosystems.
  package var label: EcosystemLabel
  /// The type in package URLs (https://github.com/package-url/purl-spec).
  package var purlType: String

  // MARK: Configuration

  /// The values of `package-ecosystem` that include the ecosystem, as in Dependabot; several
  /// ecosystems can share one.
  package var words: [String]
  /// The value for projects with a lock file of one of several tools: `bun` for `bun.lock`.
  package var wordsByLock: [String: String] = [:]
  /// Further values, which Dependabot doesn't know.
  package var ownWords: [String] = []
  /// The keys below `toolchains` in the operator's file.
  package var toolchain: [ToolchainKey] = []
  /// The kinds of registries that it can use, apart from git servers.
  package var registries: [RegistryKind] = []
  /// The project's own files that name registries, in messages: `.npmrc`.
  package var registrySettings: [String] = []
  /// The folder for copies of packages that `vendor: true` asks for; nil if there are none.
  package var vendorFolder: String?
  /// Whether its files are updated only if an entry names it, and not by the operator's defaults.
  package var isOptIn = false
  /// Whether its files are those that an entry describes with `custom`.
  package var readsCustomFiles = false
  /// The steps that need approval unless an entry says otherwise.
  package var approval: Set<Step> = []
  /// Whether `versioning-strategy: widen` differs from `increase-if-necessary`.
  package var widensRequirements = true
  /// Whether `martlet check` resolves the update of each outdated dependency: a lock has one version
  /// of each package, so that others often prevent the newest one.
  package var provesVersions = false
  /// Whether its manifests can name something fixed instead of a tag: a commit, a digest.
  package var pins = false
  /// Whether a version satisfies a requirement, as written in `versions` of an `ignore` rule.
  ///
  /// Throws if either can't be parsed.
  package var satisfies:
    @Sendable (_ version: String, _ requirement: String) throws(Problem) -> Bool

  // MARK: Packages

  /// The order of versions.
  package var versions: VersionOrder
  /// The ecosystem in OSV; nil if OSV has no advisories for it.
  package var advisories: OSVEcosystem?
  /// The registries that anybody can publish to: their packages aren't private.
  package var publicHosts: [String] = []
  /// The public registries that `doctor` tests.
  package var probes: [RegistryProbe] = []
  /// Whether a dependency's `source` is a repository, as opposed to a page in a registry.
  package var isRepository: @Sendable (Dependency) -> Bool = { _ in false }
  /// Whether a name on the command line means a dependency whose name is spelled differently.
  package var isAlias: @Sendable (_ word: String, _ dependency: Dependency) -> Bool = { _, _ in
    false
  }

  /// The packages that are released together, as far as martlet knows them.
  package var families: [PackageFamily] = []

  // MARK: Files

  /// The file names of manifests, with `*` for any text: `*.gemspec`.
  package var manifests: [String]
  /// Directories in the configuration that mean the directory of another project.
  ///
  /// Dependabot also finds workflows in `/.github/workflows`, and theirs is `/`.
  package var directoryAliases: [String: String] = [:]
  /// Whether its file names include those of other files, as `*.yml` does.
  ///
  /// A project without dependencies is then left out of reports.
  package var matchesOtherFiles = false
  /// The usual name of the lock file.
  package var lockFile: String
  /// Whether projects in unrelated folders can have the same lock, as those of Xcode.
  package var sharesLocks = false
  /// The options of `martlet lock` that apply to its lock files.
  package var lockOptions: Set<LockOption> = []
  /// Folders that its tools fill and that contain no manifests of the project.
  package var generatedFolders: [String] = []
  /// Makes the repository that `martlet demo` shows; nil if it shows none.
  ///
  /// Every command reads the descriptions, and a sample takes megabytes, so nothing else calls it.
  package var sample: (@Sendable () -> DemoSample)?

  /// Its side in `martlet migrate`; nil if it has none.
  package var migration: MigrationSide?

  // MARK: Behavior

  /// Creates the ecosystem.
  package var create: @Sendable (EcosystemResources) throws(Problem) -> any PackageEcosystem

  /// Creates a description; the other properties have defaults.
  package init(
    id: EcosystemID, displayName: String, tools: [String]? = nil, language: String,
    label: EcosystemLabel, purlType: String, words: [String], manifests: [String],
    lockFile: String, versions: VersionOrder,
    satisfies: @escaping @Sendable (String, String) throws(Problem) -> Bool,
    create: @escaping @Sendable (EcosystemResources) throws(Problem) -> any PackageEcosystem
  ) {
    self.id = id
    self.displayName = displayName
    self.tools = tools ?? [displayName]
    self.language = language
    self.label = label
    self.purlType = purlType
    self.words = words
    self.manifests = manifests
    self.lockFile = lockFile
    self.versions = versions
    self.satisfies = satisfies
    self.create = create
  }
}

/// A side of a move from one ecosystem to another.
package enum MigrationSide: Hashable, Sendable {
  /// Its dependencies can be moved: its projects are `MigratingProject`s.
  case source
  /// Dependencies can be moved to it: it is a `MigrationDestination`.
  case destination
}

/// A label for the pull requests of an ecosystem.
package struct EcosystemLabel: Hashable, Sendable {
  /// The name: `javascript`.
  package var name: String
  /// Six hexadecimal digits: `168700`.
  package var color: String

  /// Creates a label.
  package init(_ name: String, color: String) {
    self.name = name
    self.color = color
  }
}
