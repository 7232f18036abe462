import Ecosystem
import Text
import YAML

/// One file of XcodeGen, from which an Xcode project is made: the packages that it declares.
struct GeneratedProject {
  /// A file that XcodeGen merges into this one.
  struct Include: Hashable {
    /// The path from the root of the tree.
    var path: String
    /// The folder that its relative paths start from.
    var base: String
    /// Where it is named.
    var location: Location
  }

  let name: String?
  private(set) var declarations: [Contents.Declaration] = []
  /// Folders of local packages.
  private(set) var locals: [String] = []
  private(set) var includes: [Include] = []
  /// The names of the packages, with their places.
  private(set) var packages: [String: Location] = [:]
  let text: SourceText
  private let base: String

  /// Reads `packages:` in any of the forms of XcodeGen 2, and `include:`.
  ///
  /// Relative paths start from `base`, or from the file's own folder.
  init(_ text: SourceText, base: String? = nil) throws(Problem) {
    self.text = text
    self.base = base ?? Path.folder(of: text.file)
    let root: Node?
    do throws(SyntaxError) {
      root = try Document(text).root
    } catch {
      throw Problem(.failed, error.message, subject: text.file, at: error.location)
    }
    name = root?["name"]?.string
    try addIncludes(root?["include"])
    for entry in root?["packages"]?.entries ?? [] {
      if let name = entry.key.string { packages[name] = entry.value.location }
      try add(entry.value)
    }
    for path in root?["localPackages"]?.elements ?? [] { locals.append(try folder(path)) }
  }

  private mutating func add(_ package: Node) throws(Problem) {
    if let path = package["path"] {
      // XcodeGen leaves such a package out of the project.
      if package["excludeFromProject"]?.string != "true" { locals.append(try folder(path)) }
      return
    }
    declarations.append(Contents.Declaration(dependency: try dependency(package), text: text))
  }

  private func folder(_ node: Node) throws(Problem) -> String {
    guard let path = node.string, let folder = Path.normalized(path, in: base) else {
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
      guard let path = entry.string ?? entry["path"]?.string,
        let place = Path.normalized(path, in: base)
      else { throw problem("includes a file outside the repository", entry) }
      let keepsBase = entry["relativePaths"]?.string == "false"
      includes.append(
        Include(
          path: place, base: keepsBase ? base : Path.folder(of: place), location: entry.location))
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
