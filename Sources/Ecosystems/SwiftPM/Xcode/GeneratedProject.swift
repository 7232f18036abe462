import Ecosystem
import Text
import YAML

/// XcodeGen's `project.yml`, from which an Xcode project is made: the packages that it declares.
struct GeneratedProject {
  let name: String?
  private(set) var declarations: [Contents.Declaration] = []
  private(set) var locals: [String] = []
  private let text: SourceText

  /// Reads `packages:` in any of the forms of XcodeGen 2.
  init(_ text: SourceText) throws(Problem) {
    self.text = text
    let root: Node?
    do throws(SyntaxError) {
      root = try Document(text).root
    } catch {
      throw Problem(.failed, error.message, subject: text.file, at: error.location)
    }
    name = root?["name"]?.string
    for entry in root?["packages"]?.entries ?? [] {
      if let path = entry.value["path"]?.string {
        guard let folder = Path.normalized(path, in: Path.folder(of: text.file)) else {
          throw problem("names a package outside the repository", entry.value)
        }
        locals.append(folder)
      } else {
        let dependency = try dependency(entry.value)
        declarations.append(Contents.Declaration(dependency: dependency, text: text))
      }
    }
  }

  /// The pins of the one project beside a `project.yml`; nil for other files.
  static func lock(of manifest: String, among paths: [String]) -> String? {
    guard Path.name(of: manifest).hasPrefix("project.y") else { return nil }
    let folder = Path.folder(of: manifest)
    let locks = paths.filter { path in
      path.hasSuffix(".xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved")
        && (path.firstRange(of: ".xcodeproj/").map {
          Path.folder(of: String(path[..<$0.lowerBound]))
        }
          == folder)
    }
    return locks.count == 1 ? locks.first : nil
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
