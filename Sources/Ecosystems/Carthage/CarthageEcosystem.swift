package import Ecosystem
package import Git
package import HTTP
import Text

/// Carthage: `Cartfile` and `Cartfile.resolved`, resolved as Carthage 0.40.0 does.
///
///     let carthage = CarthageEcosystem(http: http, git: git)
///     for project in carthage.discover(in: tree.paths) {
///       let opened = try await carthage.open(project, in: tree)
///       let change = try await opened.change(toward: .updateAll(.init()))
///     }
package struct CarthageEcosystem: PackageEcosystem {
  let http: HTTP.Client
  let git: Git.Client

  /// Creates the ecosystem.
  ///
  /// - Parameters:
  ///   - http: for the definitions of binaries.
  ///   - git: for repositories; mirrors and credentials are layers of it.
  package init(http: HTTP.Client, git: Git.Client) {
    self.http = http
    self.git = git
  }

  /// The description of Carthage.
  package var description: EcosystemDescription { .carthage }

  /// Finds every `Cartfile`, and `Cartfile.private` where there is no `Cartfile`.
  package func discover(in paths: [String]) -> [Project] {
    let all = Set(paths)
    return paths.compactMap { path in
      let (folder, name) = split(path)
      let isAlone = name == "Cartfile.private" && !all.contains(folder + "Cartfile")
      guard name == "Cartfile" || isAlone, !isCopy(folder) else { return nil }
      let lock = folder + "Cartfile.resolved"
      return Project(
        ecosystem: .carthage, directory: "/" + folder.dropLast(), manifest: path,
        lock: all.contains(lock) ? lock : nil)
    }
    .sorted { $0.manifest < $1.manifest }
  }

  /// Parses both Cartfiles and the lock.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    try await CarthageProject(project, in: tree, CarthageLibrary(http: http, git: git))
  }

  /// Assumes that the module has the repository's name, as most frameworks do.
  package func imports(of dependency: Dependency) -> ImportRule {
    let last = dependency.name.slashParts().last ?? dependency.name[...]
    return ImportRule(
      endings: [".swift", ".m", ".mm", ".h"], names: [last.lowercased()], modules: importedModules)
  }
}

/// Splits a path into its folder, with a final slash unless it is the root, and its name.
private func split(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.lastIndex(of: "/") else { return ("", path) }
  return (String(path[...slash]), String(path[path.index(after: slash)...]))
}

/// Whether a folder has copies that a tool made.
private func isCopy(_ folder: String) -> Bool {
  let names: Set<Substring> = ["Carthage", "Pods", ".build", "DerivedData", "node_modules"]
  return folder.slashParts().contains { names.contains($0) }
}

/// Returns the modules that a source imports, in lowercase: `import A`, `@import A;`,
/// `#import <A/A.h>`.
@Sendable private func importedModules(_ source: String) -> Set<String> {
  var result: Set<String> = []
  for line in source.split(whereSeparator: \.isNewline) {
    let words = line.split { $0 == " " || $0 == "\t" }
    guard let index = words.firstIndex(where: { $0.hasSuffix("import") }), index < 3,
      let module = words[(index + 1)...].first(where: { !$0.allSatisfy(\.isLowercase) })
    else { continue }
    result.insert(
      module.drop { $0 == "<" || $0 == "\"" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        .lowercased())
  }
  return result
}
