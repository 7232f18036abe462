import Arguments
import Configuration
import Ecosystem
import Forges
import Text
import Updates

/// The projects of a working tree that a command applies to.
struct Selection: Sendable {
  var tree: WorkingTree
  var source: SourceTree
  var configuredProjects: [ConfiguredProject]
  /// Projects of the tree that no entry of the repository's file covers, or that are not in the root if
  /// there is no file; `check` shows them too.
  var uncovered: [ConfiguredProject] = []
  /// The path of the repository's file; nil without one.
  var file: String?
  /// Whether options select the projects.
  var isFiltered: Bool

  /// Selects projects by the options of the command.
  ///
  /// By default these are the projects that the repository's file configures. Without a file they are
  /// those in the root, if there are any, because others are often samples or fixtures.
  init(
    _ invocation: Invocation, tree: WorkingTree, source: SourceTree, entries: [Entry],
    world: World
  ) throws(Problem) {
    self.tree = tree
    self.source = source
    isFiltered = invocation.has("ecosystem") || invocation.has("directory")
    let configured = world.discover(in: source.paths, for: entries)
    let all = world.discover(in: source.paths, for: [Entry()])
    let paths = ConfigurationPaths(folders: ForgeKind.settingsFolders(on: nil))
    file = paths.choose(among: source.paths)?.path
    configuredProjects = configured.isEmpty ? Selection.nearest(all) : configured
    if file != nil || configured.isEmpty {
      let covered = Set((file == nil ? configuredProjects : configured).map(\.project))
      uncovered = all.filter { !covered.contains($0.project) }
    }
    if let name = invocation.value("ecosystem") {
      let ids = servedEcosystems[name]?.ids ?? []
      let isNamed = { (found: ConfiguredProject) in
        found.project.ecosystem.rawValue == name || ids.contains(found.project.ecosystem)
      }
      configuredProjects = all.filter(isNamed)
      if configuredProjects.isEmpty { configuredProjects = configured.filter(isNamed) }
      if configuredProjects.isEmpty, let selection = servedEcosystems[name] {
        // Without an entry, these are left out of `all`.
        configuredProjects = world.discover(in: source.paths, for: [Entry(ecosystem: selection)])
      }
    }
    if let folder = invocation.value("directory") {
      let wanted = "/" + folder.slashParts().filter { $0 != "." }.joined(separator: "/")
      configuredProjects = (invocation.has("ecosystem") ? configuredProjects : all).filter {
        $0.project.directory == wanted
      }
    }
    guard !configuredProjects.isEmpty else {
      guard isFiltered, !all.isEmpty else { throw Problem(noManifestIn: tree.root) }
      throw Problem(noProjectFor: invocation, among: all.map(\.project))
    }
  }

  private static func nearest(_ configuredProjects: [ConfiguredProject]) -> [ConfiguredProject] {
    let root = configuredProjects.filter { $0.project.directory == "/" }
    return root.isEmpty ? configuredProjects : root
  }
}

/// The path and the names among the arguments of a command.
///
/// The first argument is the path if it looks like one, or if it is a folder and others follow.
struct PathAndNames {
  var path = "."
  var names: [String] = []

  init(_ words: [String], needsNames: Bool, isFolder: (String) -> Bool) {
    guard let first = words.first else { return }
    let looksLikePath =
      first == "." || first == ".." || first.hasPrefix("/")
      || first.hasPrefix("./") || first.hasPrefix("../")
    let isPath = looksLikePath || ((words.count > 1 || !needsNames) && isFolder(first))
    path = isPath || !needsNames ? first : "."
    names = Array(isPath || !needsNames ? words.dropFirst() : words[...])
  }
}

extension ConfiguredProject {
  /// Returns the name of the dependency that a word on the command line means; nil if there is none.
  func spelling(
    of word: String, among present: [Dependency], in opened: any OpenProject
  ) -> String? {
    if present.contains(where: { $0.name == word }) { return word }
    let alias = opened.updatesAliases ? present.first { $0.registryName == word } : nil
    return alias?.name ?? present.first { ecosystem.description.isAlias(word, $0) }?.name
  }
}

extension Problem {
  /// Reports options that select none of the projects that are there.
  fileprivate init(noProjectFor invocation: Invocation, among projects: [Project]) {
    let options = ["ecosystem", "directory"].compactMap { name in
      invocation.value(name).map { "--\(name) \($0)" }
    }
    let most = 10
    let all = Set(projects.map { "\($0.ecosystem.rawValue) in \($0.directory)" }).sorted()
    let more = all.count > most ? " and \(all.count - most) more" : ""
    self.init(
      .usage, "selects no project", subject: options.joined(separator: " "),
      advice: "there are: \(all.prefix(most).joined(separator: ", "))\(more)")
  }

  /// Reports a folder without any manifest.
  fileprivate init(noManifestIn folder: String) {
    let descriptions = servedEcosystems.descriptions
    let tools = descriptions.flatMap(\.tools)
    let names = tools.dropLast().joined(separator: ", ") + " or " + (tools.last ?? "")
    self.init(
      .usage, "no manifest of \(names) is here", subject: folder,
      advice: "manifests are \(descriptions.flatMap(\.manifests).joined(separator: ", "))")
  }
}

extension Goal.Target {
  /// Splits `name@version` at the last `@`, so that `@scope/name` is a name.
  ///
  /// - Throws: a `Problem` if the version is empty.
  init(word: String) throws(Problem) {
    guard let sign = word.lastIndex(of: "@"), sign != word.startIndex else {
      self.init(name: word)
      return
    }
    let version = String(word[word.index(after: sign)...])
    guard !version.isEmpty else {
      throw Problem(.usage, "has no version after the @", subject: word)
    }
    self.init(name: String(word[..<sign]), version: version)
  }

  /// Parses arguments, and removes duplicates.
  ///
  /// - Throws: a `Problem` if a dependency has two versions.
  static func all(in words: [String]) throws(Problem) -> [Goal.Target] {
    var result: [Goal.Target] = []
    for word in words {
      let target = try Goal.Target(word: word)
      if let other = result.first(where: { $0.name == target.name }) {
        guard other == target else {
          throw Problem(.usage, "has two different versions", subject: target.name)
        }
        continue
      }
      result.append(target)
    }
    return result
  }
}
