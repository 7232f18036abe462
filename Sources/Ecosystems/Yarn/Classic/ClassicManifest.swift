import Ecosystem
import JSON
import JavaScript

/// The dependencies of a `package.json`, normalized like Yarn 1 does.
///
/// A name counts once: optional dependencies come before others, and those before development
/// dependencies. A requirement other than the empty text and `*` replaces these elsewhere.
struct ClassicManifest {
  var name: String
  var version: String
  var dependencies: [Pattern] = []
  var optionalDependencies: [Pattern] = []
  var devDependencies: [Pattern] = []

  /// Reads a manifest.
  ///
  /// The folder is that of the manifest below the project, to which `file:` and `link:` are relative;
  /// nil for a manifest of a registry.
  init(_ node: JSON.Node, in folder: String? = nil) throws(Problem) {
    name = node["name"]?.string ?? ""
    version = node["version"]?.string.map(Self.cleaned) ?? ""
    let sections = ["optionalDependencies", "dependencies", "devDependencies"]
    var lists: [[Pattern]] = []
    for section in sections { lists.append(try Self.patterns(node[section], folder)) }
    Self.unite(&lists)
    optionalDependencies = lists[0]
    dependencies = lists[1]
    devDependencies = lists[2]
  }

  private static func cleaned(_ version: String) -> String {
    Version(version, loose: true).map { parsed in
      parsed.build.isEmpty ? parsed.description : version.trimmed
    } ?? version
  }

  private static func patterns(
    _ node: JSON.Node?, _ folder: String?
  ) throws(Problem) -> [Pattern] {
    guard let node, node.kind == .object else { return [] }
    var result: [Pattern] = []
    for member in node.members where member.key != "//" {
      guard member.value.kind == .string || member.value.isNull else {
        throw Problem(
          .refused, "has a requirement that is not a text", subject: member.key,
          at: member.value.location)
      }
      let range = member.value.string ?? ""
      result.append(Pattern(name: member.key, range: folder.map { local(range, $0) } ?? range))
    }
    return result
  }

  /// Rewrites the path of a folder relative to the project.
  private static func local(_ range: String, _ folder: String) -> String {
    guard let prefix = ["file:", "link:"].first(where: range.hasPrefix) else { return range }
    let path = String(range.dropFirst(prefix.count))
    if path.hasPrefix("/") { return range }
    let target = Paths.relative("/p", Paths.normalize("/p/\(folder)/\(path)"))
    if target.isEmpty { return prefix + "." }
    let isMarked = path == "." || path.hasPrefix("./")
    return prefix + (isMarked && !target.hasPrefix("../") ? "./" : "") + target
  }

  private static func unite(_ lists: inout [[Pattern]]) {
    var wanted: [String: String] = [:]
    for pattern in lists.joined() where !pattern.range.isEmpty && pattern.range != "*" {
      if wanted[pattern.name] == nil { wanted[pattern.name] = pattern.range }
    }
    var known: Set<String> = []
    for index in lists.indices {
      lists[index] = lists[index].filter { known.insert($0.name).inserted }.map { pattern in
        Pattern(name: pattern.name, range: wanted[pattern.name] ?? pattern.range)
      }
    }
  }
}
