import Arguments
import Configuration
import Ecosystem
import Forges
import Git
import Updates

extension FirstFile {
  /// Makes the file of a repository, with an entry for every ecosystem that has a project.
  ///
  /// - Throws: a usage `Problem` if the folder is a part of a clone, or has no projects.
  init(
    repositorys invocation: Invocation, in tree: WorkingTree, _ paths: [String], _ live: Live,
    _ questions: Questions
  ) throws(Problem) {
    if let root = GitConfiguration.root(above: tree.root), root != tree.root {
      throw Problem(
        .usage, "is a folder of the repository \(root), which has one configuration",
        subject: tree.root, advice: "martlet init \(root)")
    }
    let kind = ForgeKind(originOf: tree.root, among: live.settings.forges)
    let locations = Locations(kind)
    let word = try Self.format(invocation, locations, questions)
    guard let format = OnboardingSettings.File(rawValue: word) else {
      throw Problem(.usage, "unknown kind of file", subject: word)
    }
    let ecosystems = live.world.ecosystems
    let projects = ecosystems.filter { !$0.description.isOptIn }
      .flatMap { $0.discover(in: paths) }
    guard
      let file = ProposedFile(
        format, for: projects, ecosystems: servedEcosystems,
        folders: format == .martlet ? locations.own : locations.all)
    else {
      throw Problem(
        .usage, "has no project for a configuration", subject: tree.root,
        advice: "run it in the root of a repository with manifests such as "
          + ecosystems.prefix(3).compactMap(\.description.manifests.first).joined(separator: ", "))
    }
    let entries = file.text.split(separator: "\n").count { $0.contains("- package-ecosystem:") }
    self.init(
      path: file.path, text: file.text, summary: entries == 1 ? "1 entry" : "\(entries) entries",
      obstacle: locations.read(instead: file.path, among: paths),
      notes: Self.notes(on: file, paths, ecosystems),
      next: ["martlet config check", "martlet check"])
  }

  /// Whose file it is, by the option or the person.
  private static func format(
    _ invocation: Invocation, _ locations: Locations, _ questions: Questions
  ) throws(Problem) -> String {
    let preset = OnboardingSettings.File.martlet
    if let word = invocation.value("file") { return word }
    let words = OnboardingSettings.File.allCases.map(\.rawValue)
    return try questions.choice(
      "Whose file: martlet's has all keys and ecosystems, Dependabot reads only its own",
      among: words, preset: preset.rawValue)
  }

  private static func notes(
    on file: ProposedFile, _ paths: [String], _ ecosystems: [any PackageEcosystem]
  ) -> [String] {
    let unasked = ecosystems.filter(\.description.isOptIn).compactMap { ecosystem in
      let projects = ecosystem.discover(in: paths)
      return projects.first.flatMap(servedEcosystems.word).map { word in
        "\(word): left out, because only an entry of your own asks for it: "
          + Set(projects.map(\.manifest)).sorted().joined(separator: ", ")
      }
    }
    let others = OtherBotFile.candidates(among: paths, folders: ForgeKind.settingsFolders(on: nil))
      // A manifest counts only with a key, which isn't read here.
      .filter { !$0.isManifest }
    return file.leftOut.map { "\($0): left out, because Dependabot doesn't know it" }
      + file.unnameable.map { "\($0): left out, because its folder's name is a pattern" }
      + unasked
      + others.map { "\($0.path): 'martlet config import \($0.path)' converts it instead" }
  }
}

/// Where a configuration is written and read.
private struct Locations {
  /// The folders for martlet's file; without a known host only the root, which every host has.
  var own: [String]
  /// The folders for both files.
  var all: [String]

  init(_ kind: ForgeKind?) {
    all = ForgeKind.settingsFolders(on: kind)
    own = kind.map(\.settingsFolders) ?? []
  }

  /// The file that is read now and would no longer be.
  func read(instead path: String, among paths: [String]) -> String? {
    let choice = ConfigurationPaths(folders: all).choose(among: paths)
    return choice.flatMap { $0.path == path ? nil : $0.path }
  }
}

extension ForgeKind {
  /// Recognizes the host of a clone's `origin`: one of the operator's forges, or a public service; nil
  /// for others.
  init?(originOf root: String, among forges: [ForgeSettings]) {
    let id = RepositoryID(originOf: root, among: forges)
    if let forge = forges.first(where: { $0.name == id?.forge }) {
      self = forge.kind
      return
    }
    guard let kind = Remote(originOf: root).flatMap(ForgeKind.init(publicHostOf:)) else {
      return nil
    }
    self = kind
  }

  /// The kind of a public service; nil for other hosts.
  init?(publicHostOf remote: Remote) {
    guard let kind = Self.all.first(where: { $0.publicHosts.contains(remote.host) }) else {
      return nil
    }
    self = kind
  }
}

extension Remote {
  /// Reads the address of a clone's `origin`; nil without one.
  init?(originOf root: String) {
    guard let address = GitConfiguration(above: root)?.origin else { return nil }
    self.init(address)
  }
}
