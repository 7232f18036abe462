import Ecosystem
import Text
import YAML

/// One file of XcodeGen, from which an Xcode project is made: the packages that it declares.
struct GeneratedProject {
  /// A file that XcodeGen merges into this one.
  struct Include: Hashable {
    /// The path from the root of the tree.
    var path: String
    /// The folders that its paths start from.
    var bases: Bases
    /// Where it is named.
    var location: Location
  }

  /// The folders that the relative paths of a file start from (XcodeGen 2.45).
  ///
  /// `relativePaths: false` keeps the packages' folder of the including file, but not its folder
  /// for files: `a/one.yml`, included by `project.yml`, names `two.yml` without relative paths.
  /// Then `two.yml` is read from the root, and its packages are in `a`.
  struct Bases: Hashable {
    /// For packages.
    var packages: String
    /// For included files.
    var files: String
    /// For included files without relative paths.
    var outer: String

    /// The folder of a file that nothing includes.
    init(_ folder: String) {
      packages = folder
      files = folder
      outer = folder
    }

    /// The folders for a file that is included; nil outside of the repository.
    func including(_ path: String, isRelative: Bool) -> Bases? {
      var result = self
      if isRelative {
        let folder = Path.folder(of: path)
        guard let packages = Path.normalized(folder, in: packages),
          let files = Path.normalized(folder, in: files)
        else { return nil }
        result.packages = packages
        result.outer = self.files
        result.files = files
      } else {
        result.files = outer
      }
      return result
    }
  }

  let name: String?
  private(set) var declarations: [Contents.Declaration] = []
  /// Folders of local packages.
  private(set) var locals: [String] = []
  private(set) var includes: [Include] = []
  /// Folders of sources that Xcode shows with all that is in them (`type: syncedFolder`).
  private(set) var synchronized: [SynchronizedFolder] = []
  /// Folders of sources without a type, which are synchronized if that is the default.
  private(set) var untyped: [SynchronizedFolder] = []
  /// Whether `defaultSourceDirectoryType` is `syncedFolder`.
  private(set) var synchronizesByDefault = false
  /// The targets that link products of packages.
  private(set) var targets: [GeneratedTarget] = []
  /// The packages that aren't in folders by their names.
  private(set) var remotes: [String: PackageDependency] = [:]
  /// The names of the packages, with their places.
  private(set) var packages: [String: Location] = [:]
  let text: SourceText
  private let bases: Bases

  /// Reads `packages:` in any of the forms of XcodeGen 2, and `include:`.
  ///
  /// Relative paths start from `bases`, or from the file's own folder.
  init(_ text: SourceText, bases: Bases? = nil) throws(Problem) {
    self.text = text
    self.bases = bases ?? Bases(Path.folder(of: text.file))
    let root: Node?
    do throws(SyntaxError) {
      root = try Document(text).root
    } catch {
      throw Problem(.failed, error.message, subject: text.file, at: error.location)
    }
    name = root?["name"]?.string
    try addIncludes(root?["include"])
    for entry in root?["packages"]?.entries ?? [] {
      let count = declarations.count
      try add(entry.value)
      guard let name = entry.key.string else { continue }
      packages[name] = entry.value.location
      if declarations.count > count { remotes[name] = declarations.last?.dependency }
    }
    for path in root?["localPackages"]?.elements ?? [] { locals.append(try folder(path)) }
    targets = GeneratedTarget.all(of: root, in: text)
    synchronizesByDefault =
      root?["options"]?["defaultSourceDirectoryType"]?.string == "syncedFolder"
    for key in ["targets", "targetTemplates"] {
      for target in root?[key]?.entries ?? [] { addSources(target.value["sources"]) }
    }
  }

  /// Adds the folders of a target's sources; XcodeGen's variables in a path are not evaluated.
  private mutating func addSources(_ node: Node?) {
    guard let node else { return }
    for entry in node.elements ?? [node] {
      guard let path = entry.string ?? entry["path"]?.string else { continue }
      let folder = SynchronizedFolder(
        path: path.contains("${") ? nil : Path.normalized(path, in: bases.files), written: path,
        offset: entry.range.lowerBound)
      switch entry["type"]?.string {
      case "syncedFolder": synchronized.append(folder)
      case nil: untyped.append(folder)
      default: break
      }
    }
  }

  private mutating func add(_ package: Node) throws(Problem) {
    if let path = package["path"] {
      if let traits = package["traits"] {
        throw problem("has a local package with traits, which are not supported here", traits)
      }
      // XcodeGen leaves such a package out of the project.
      if package["excludeFromProject"]?.string != "true" { locals.append(try folder(path)) }
      return
    }
    declarations.append(Contents.Declaration(dependency: try dependency(package), text: text))
  }

  private func folder(_ node: Node) throws(Problem) -> String {
    guard let path = node.string, let folder = Path.normalized(path, in: bases.packages) else {
      throw problem("names a package outside the repository", node)
    }
    return folder
  }

  private mutating func addIncludes(_ node: Node?) throws(Problem) {
    guard let node else { return }
    for entry in node.elements ?? [node] {
      if let enabled = entry["enable"]?.string, enabled != "true" {
        guard enabled == "false" else {
          throw problem("includes a file on a condition that is not evaluated", entry)
        }
        continue
      }
      let isRelative = entry["relativePaths"]?.string != "false"
      guard let path = entry.string ?? entry["path"]?.string,
        let found = Path.normalized(path, in: isRelative ? bases.files : bases.outer),
        let inner = bases.including(path, isRelative: isRelative)
      else { throw problem("includes a file outside the repository", entry) }
      includes.append(Include(path: found, bases: inner, location: entry.location))
    }
  }

  private func problem(_ message: String, _ node: Node) -> Problem {
    Problem(.refused, message, subject: text.file, at: node.location)
  }

  private func dependency(_ node: Node) throws(Problem) -> PackageDependency {
    let url = node["url"]?.string ?? node["github"]?.string.map { "https://github.com/\($0)" }
    guard let url else { throw problem("has a package without URL", node) }
    var result = PackageDependency(source: .url(url), range: node.range)
    (result.requirement, result.site) = try requirement(node)
    if let traits = node["traits"] {
      guard let names = traits.elements?.compactMap(\.string), names.count == traits.elements?.count
      else { throw problem("has traits that are not a list of names", traits) }
      result.traits = names.map { PackageDependency.TraitUse(name: $0) }
    }
    return result
  }

  private func requirement(_ node: Node) throws(Problem) -> (Requirement, RequirementSite) {
    if let low = node["minVersion"], let high = node["maxVersion"] {
      let range = VersionRange(try version(low), upTo: try version(high))
      let span =
        min(
          low.range.lowerBound, high.range.lowerBound)..<max(
          low.range.upperBound, high.range.upperBound)
      let site = RequirementSite(
        form: .halfOpen, lower: literal(low), upper: literal(high), range: span)
      return (.range(range), site)
    }
    for (key, form) in Self.forms {
      guard let value = node[key] else { continue }
      return (try requirement(form, value), site(form, value))
    }
    throw problem("has a package without a version", node)
  }

  private static let forms: [(String, RequirementSite.Form)] = [
    ("from", .upToNextMajor), ("majorVersion", .upToNextMajor), ("minorVersion", .upToNextMinor),
    ("exactVersion", .exact), ("version", .exact), ("branch", .branch), ("revision", .revision),
  ]

  private func requirement(
    _ form: RequirementSite.Form, _ value: Node
  ) throws(Problem) -> Requirement {
    switch form {
    case .branch: .branch(value.string ?? "")
    case .revision: .revision(value.string ?? "")
    case .exact: .exact(try version(value))
    case .upToNextMinor: .upToNextMinor(from: try version(value))
    default: .upToNextMajor(from: try version(value))
    }
  }

  private func version(_ node: Node) throws(Problem) -> SemanticVersion {
    guard let text = node.scalar?.text, let version = SemanticVersion(tag: text) else {
      throw problem("has no version", node)
    }
    return version
  }

  private func site(_ form: RequirementSite.Form, _ node: Node) -> RequirementSite {
    RequirementSite(form: form, lower: literal(node), range: node.range)
  }

  private func literal(_ node: Node) -> RequirementSite.Literal {
    let first = text.bytes[node.range].first
    let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    return RequirementSite.Literal(range: node.range, style: isQuoted ? .quoted : .bare)
  }
}
