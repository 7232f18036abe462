import Ecosystem
import Text

/// What an Xcode project says of packages: remote references, local ones, folders that may be some.
struct XcodeProject {
  /// In the order in which the project lists them.
  var remotes: [PackageDependency] = []
  /// Folders from the root of the tree.
  var locals: [String] = []
  let text: SourceText

  /// Reads `X.xcodeproj/project.pbxproj`.
  init(_ text: SourceText, paths: Set<String>) throws(Problem) {
    self.text = text
    let list = try PropertyList(text)
    let objects = list.root["objects"]?.entries ?? []
    let byID = Dictionary(objects.map { ($0.key, $0.value) }) { first, _ in first }
    guard let root = list.root["rootObject"]?.string.flatMap({ byID[$0] }) else {
      throw Problem(.failed, "has no root object", subject: text.file, at: text.location(at: 0))
    }
    let around = Path.folder(of: Path.folder(of: text.file))
    let base = Path.normalized(root["projectDirPath"]?.string ?? "", in: around) ?? around
    for reference in root["packageReferences"]?.elements ?? [] {
      guard let node = reference.string.flatMap({ byID[$0] }) else { continue }
      try add(node, base)
    }
    let folders = XcodeGroups(objects: byID).folders(below: root["mainGroup"]?.string, in: base)
    for folder in folders where paths.contains(Path.join(folder, "Package.swift")) {
      if !locals.contains(folder) { locals.append(folder) }
    }
  }

  private mutating func add(_ node: PropertyList.Node, _ base: String) throws(Problem) {
    switch node["isa"]?.string {
    case "XCRemoteSwiftPackageReference": remotes.append(try remote(node))
    case "XCLocalSwiftPackageReference":
      let path = node["relativePath"]?.string ?? ""
      guard let folder = Path.normalized(path, in: base) else {
        throw problem("names a package outside the repository: \(path)", node)
      }
      locals.append(folder)
    default: break
    }
  }

  private func problem(_ message: String, _ node: PropertyList.Node) -> Problem {
    Problem(
      .refused, message, subject: text.file, at: text.location(at: node.range.lowerBound))
  }

  private func remote(_ node: PropertyList.Node) throws(Problem) -> PackageDependency {
    guard let url = node["repositoryURL"]?.string, let requirement = node["requirement"] else {
      throw problem("has a package reference without URL or requirement", node)
    }
    var result = PackageDependency(source: .url(url), range: node.range)
    (result.requirement, result.site) = try self.requirement(requirement)
    return result
  }

  private func requirement(
    _ node: PropertyList.Node
  ) throws(Problem) -> (Requirement, RequirementSite) {
    let minimum = node["minimumVersion"]
    let maximum = node["maximumVersion"]
    switch (node["kind"]?.string, minimum, maximum) {
    case ("upToNextMajorVersion", let low?, _):
      return (.upToNextMajor(from: try version(low)), site(.upToNextMajor, low))
    case ("upToNextMinorVersion", let low?, _):
      return (.upToNextMinor(from: try version(low)), site(.upToNextMinor, low))
    case ("versionRange", let low?, let high?):
      let range = VersionRange(try version(low), upTo: try version(high))
      return (.range(range), site(.halfOpen, low, high))
    default: return try otherRequirement(node)
    }
  }

  private func otherRequirement(
    _ node: PropertyList.Node
  ) throws(Problem) -> (Requirement, RequirementSite) {
    switch (node["kind"]?.string, node["version"], node["branch"], node["revision"]) {
    case ("exactVersion", let exact?, _, _):
      return (.exact(try version(exact)), site(.exact, exact))
    case ("branch", _, let branch?, _):
      return (.branch(branch.string ?? ""), site(.branch, branch))
    case ("revision", _, _, let revision?):
      return (.revision(revision.string ?? ""), site(.revision, revision))
    default: throw problem("has a requirement of a kind that is not known", node)
    }
  }

  private func version(_ node: PropertyList.Node) throws(Problem) -> SemanticVersion {
    guard let text = node.string, let version = SemanticVersion(tag: text) else {
      throw problem("has no version where one must stand", node)
    }
    return version
  }

  private func site(
    _ form: RequirementSite.Form, _ low: PropertyList.Node, _ high: PropertyList.Node? = nil
  ) -> RequirementSite {
    let start = min(low.range.lowerBound, high?.range.lowerBound ?? .max)
    let end = max(low.range.upperBound, high?.range.upperBound ?? 0)
    return RequirementSite(
      form: form, lower: literal(low), upper: high.map(literal), range: start..<end)
  }

  private func literal(_ node: PropertyList.Node) -> RequirementSite.Literal {
    if case .string(_, let isQuoted) = node.content, isQuoted {
      return RequirementSite.Literal(range: node.range, style: .quoted)
    }
    return RequirementSite.Literal(range: node.range, style: .bare)
  }
}

/// The groups of a project, which give file references their folders.
struct XcodeGroups {
  let objects: [String: PropertyList.Node]

  /// How many references are followed; a group that contains itself does not go on for ever.
  private static let limit = 200_000

  /// The paths of all file references, from the root of the tree.
  func folders(below root: String?, in base: String) -> [String] {
    guard let root else { return [] }
    var open = [(id: root, folder: base)]
    var seen: Set<String> = []
    var result: [String] = []
    while let (id, folder) = open.popLast(), seen.count < Self.limit {
      guard seen.insert(id).inserted, let node = objects[id] else { continue }
      let path = path(of: node, in: folder, base)
      if node["isa"]?.string == "PBXFileReference", let path { result.append(path) }
      for child in node["children"]?.elements ?? [] {
        if let child = child.string { open.append((child, path ?? folder)) }
      }
    }
    return result
  }

  private func path(of node: PropertyList.Node, in folder: String, _ base: String) -> String? {
    guard let path = node["path"]?.string else { return folder }
    switch node["sourceTree"]?.string {
    case "<group>": return Path.normalized(path, in: folder)
    case "SOURCE_ROOT": return Path.normalized(path, in: base)
    default: return nil
    }
  }
}
