import Ecosystem
import Text
import Xcode

/// The packages that an Xcode project refers to, and the folders and projects that it contains.
struct XcodeProject {
  /// A folder or project that the project refers to.
  struct Reference: Hashable {
    /// The path from the root of the tree; nil if it leads out of the checkout.
    var path: String?
    /// The path as the project writes it.
    var written: String
    /// Where the reference begins in the file.
    var offset: Int
    /// Whether it may be to a folder, as far as the project says.
    var mayBeFolder = true
  }

  /// In the order in which the project lists them.
  var remotes: [PackageDependency] = []
  /// Folders of local packages.
  var locals: [Reference] = []
  /// References to files and folders, which may be local packages.
  var files: [Reference] = []
  /// Projects inside this one.
  var projects: [Reference] = []
  /// Folders that Xcode 16 and later show with all that is in them.
  var synchronized: [SynchronizedFolder] = []
  /// The targets that link products of packages.
  var targets: [XcodeTarget] = []
  let text: SourceText

  /// Reads `X.xcodeproj/project.pbxproj`.
  ///
  /// - Throws: `Problem` with the place if the file cannot be read, or if it refers to packages in a
  ///   way that is not known.
  init(_ text: SourceText) throws(Problem) {
    self.text = text
    let list = try PropertyList(text)
    let objects = list.root["objects"]?.entries ?? []
    let byID = Dictionary(objects.map { ($0.key, $0.value) }) { first, _ in first }
    guard let root = list.root["rootObject"]?.string.flatMap({ byID[$0] }) else {
      throw Problem(.failed, "has no root object", subject: text.file, at: text.location(at: 0))
    }
    let base = try Self.base(of: root, text)
    let references = root["packageReferences"]
    guard references?.elements?.count ?? 0 <= XcodeMembers.limit else {
      throw Problem(
        .refused, "has more than \(XcodeMembers.limit) package references", subject: text.file)
    }
    var seen: Set<String> = []
    var remoteIDs: [String: Int] = [:]
    for reference in references?.elements ?? [] {
      guard let id = reference.string, let node = byID[id] else {
        throw problem("lists a package reference that the file does not contain", reference)
      }
      guard seen.insert(id).inserted else { continue }
      let count = remotes.count
      try add(node, base)
      if remotes.count > count { remoteIDs[id] = count }
    }
    let groups = XcodeGroups(objects: byID)
    targets = XcodeTargets(objects: byID, root: root, remotes: remoteIDs).targets {
      groups.paths(below: root["mainGroup"]?.string, in: base)
    }
    for found in groups.members(below: root["mainGroup"]?.string, in: base) {
      switch found {
      case .project(let reference): projects.append(reference)
      case .file(let reference): files.append(reference)
      case .synchronized(let folder): synchronized.append(folder)
      case .unknown(let kind, let node):
        throw problem("has a group with a member of the kind \(kind), which is not known", node)
      }
    }
  }

  /// The folder that the project's paths start from.
  private static func base(
    of root: PropertyList.Node, _ text: SourceText
  ) throws(Problem) -> String {
    let around = Path.folder(of: Path.folder(of: text.file))
    guard let node = root["projectDirPath"] else { return around }
    guard let base = Path.normalized(node.string ?? "", in: around) else {
      throw Problem(
        .refused, "has its folder outside the repository: \(node.string ?? "")",
        subject: text.file, at: text.location(at: node.range.lowerBound))
    }
    return base
  }

  private mutating func add(_ node: PropertyList.Node, _ base: String) throws(Problem) {
    switch node["isa"]?.string {
    case "XCRemoteSwiftPackageReference": remotes.append(try remote(node))
    case "XCLocalSwiftPackageReference":
      guard let path = node["relativePath"]?.string else {
        throw problem("has a local package without a path", node)
      }
      if let traits = node["traits"] {
        throw problem("has a local package with traits, which are not supported here", traits)
      }
      locals.append(
        Reference(
          path: Path.normalized(path, in: base), written: path, offset: node.range.lowerBound))
    case let kind:
      throw problem(
        "has a package reference of the kind \(kind ?? "nil"), which is not known", node)
    }
  }

  private func problem(_ message: String, _ node: PropertyList.Node) -> Problem {
    problem(message, at: node.range.lowerBound)
  }

  /// Returns a refusal that points into the file.
  func problem(_ message: String, at offset: Int, advice: String? = nil) -> Problem {
    Problem(.refused, message, subject: text.file, at: text.location(at: offset), advice: advice)
  }

  private func remote(_ node: PropertyList.Node) throws(Problem) -> PackageDependency {
    guard let url = node["repositoryURL"]?.string, let requirement = node["requirement"] else {
      throw problem("has a package reference without URL or requirement", node)
    }
    // A generator may write an identity of a registry: `mona.LinkedList`.
    let isRegistry = !url.contains("/") && !url.contains(":") && PackageIdentity(url).isRegistry
    var result = PackageDependency(
      source: isRegistry ? .registry(url) : .url(url), range: node.range)
    (result.requirement, result.site) = try self.requirement(requirement)
    result.traits = try traits(of: node)
    return result
  }

  /// The traits of a package, as Xcode writes them since 26.4; an empty list disables the defaults.
  private func traits(
    of node: PropertyList.Node
  ) throws(Problem) -> [PackageDependency.TraitUse]? {
    guard let list = node["traits"] else { return nil }
    let names = list.elements?.compactMap(\.string)
    guard let names, names.count == list.elements?.count else {
      throw problem("has traits that are not a list of names", list)
    }
    return names.map { PackageDependency.TraitUse(name: $0) }
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
      throw problem("has no version", node)
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
