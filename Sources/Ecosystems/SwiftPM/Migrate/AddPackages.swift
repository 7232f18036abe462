import Crypto
package import Ecosystem
import Text
import Xcode

extension SwiftPMEcosystem {
  /// Adds packages to Xcode projects, and pins them at exactly the versions of their offers.
  package func adding(
    _ additions: [PackageAddition], keeping pins: [PackageOffer],
    without repositories: [String], in tree: SourceTree
  ) async throws(Problem) -> Change {
    var edited: [String: SourceText] = [:]
    var before: [String: [UInt8]] = [:]
    let reader = ContentsReader(tree: tree, tools: SwiftTools(toolchain).version)
    for path in Set(additions.flatMap(\.links).map(\.use.project)).sorted() {
      let text = try await tree.read(path)
      try await reader.refuseGenerated(path)
      var project = try PackageLinks(text)
      for addition in additions { try project.add(addition) }
      edited[path] = try project.objects.edited()
      before[path] = text.bytes
    }
    let after = tree.overlaying(edited.mapValues { $0 })
    var files = edited.map { path, text in
      FileChange(path: path, before: before[path], after: text.bytes)
    }
    let owners = try await LockOwners(tree: after).projects(of: edited.keys.sorted())
    var moves: [Move] = []
    for owner in owners {
      let pinned = PinnedAdditions(
        ecosystem: self, tree: after, owner: owner, excluded: repositories)
      let (file, own) = try await pinned.change(additions, keeping: pins)
      files.append(file)
      for move in own where !moves.contains(move) { moves.append(move) }
    }
    return Change(files: files.sorted { $0.path < $1.path }, moves: moves)
  }
}

extension ContentsReader {
  /// Refuses to edit a project that a tool generates from another file.
  fileprivate func refuseGenerated(_ path: String) async throws(Problem) {
    let folder = Path.folder(of: Path.folder(of: path))
    let usual = ["project.yml", "project.yaml", "Project.swift"].map { Path.join(folder, $0) }
    var source = usual.first(where: tree.listing.contains)
    if source == nil { source = try await generator(of: Path.folder(of: path))?.path }
    guard let source else { return }
    throw Problem(
      .refused, "is generated from \(source), so that an edit would be lost", subject: path,
      advice: "add the packages to \(source)")
  }
}

/// Adds package references and products to one Xcode project.
struct PackageLinks {
  private(set) var objects: ProjectObjects
  private let remotes: [PackageDependency]
  /// The identifiers of package references by repository.
  private var references: [CanonicalLocation: String] = [:]

  init(_ text: SourceText) throws(Problem) {
    objects = try ProjectObjects(text)
    remotes = try XcodeProject(text).remotes
    for (id, node) in objects.members(of: objects[objects.rootID], "packageReferences") {
      guard let url = node["repositoryURL"]?.string else { continue }
      references[CanonicalLocation(url)] = id
    }
    objects.requireVersion(52)
  }

  /// Adds a package and links its products, as far as targets of this project use them.
  ///
  /// - Throws: a refusal if the project has the package with another requirement, or if a target
  ///   can't link it.
  mutating func add(_ addition: PackageAddition) throws(Problem) {
    let links = addition.links.filter { $0.use.project == objects.text.file }
    guard !links.isEmpty else { return }
    let reference = try reference(to: addition)
    let name = PackageIdentity.name(of: addition.offer.origin.repository)
    for link in links {
      try self.link(link, "\(reference) /* XCRemoteSwiftPackageReference \"\(name)\" */", reference)
    }
  }

  private mutating func reference(to addition: PackageAddition) throws(Problem) -> String {
    let url = addition.offer.origin.repository
    if let id = references[CanonicalLocation(url)] {
      try requireFit(addition)
      return id
    }
    let name = PackageIdentity.name(of: url)
    let id = objects.identifier(["package", url], Self.digest)
    let fields = addition.requirement.fields.map {
      "\t\($0.key) = \(PropertyList.written($0.value));"
    }
    let comment = "XCRemoteSwiftPackageReference \"\(name)\""
    objects.add(
      id, "XCRemoteSwiftPackageReference", comment,
      [
        "repositoryURL = \(PropertyList.written(url));",
        (["requirement = {"] + fields + ["};"]).joined(separator: "\n"),
      ])
    try objects.append(id, comment, to: "packageReferences", of: objects.rootID)
    references[CanonicalLocation(url)] = id
    return id
  }

  /// Checks that the requirement that the project has accepts the version.
  private func requireFit(_ addition: PackageAddition) throws(Problem) {
    let url = addition.offer.origin.repository
    let own = remotes.first { CanonicalLocation($0.location) == CanonicalLocation(url) }
    guard let own, let requirement = own.requirement else { return }
    let version = addition.offer.version.flatMap { SemanticVersion($0) }
    let fits = version.map { requirement.contains($0) } ?? false
    guard fits || requirement.fields(match: addition.requirement) else {
      throw Problem(
        .refused, "is a package of the project already, with the requirement \(requirement)",
        subject: url, at: objects.text.location(at: own.range.lowerBound))
    }
  }

  private mutating func link(
    _ link: PackageAddition.Link, _ package: String, _ reference: String
  ) throws(Problem) {
    let name = link.use.target
    guard
      let (target, node) = objects.all("PBXNativeTarget").first(where: {
        $0.node["name"]?.string == name
      })
    else {
      throw objects.refusal("is not a target of \(objects.text.file) that links products", name)
    }
    let linked = objects.members(of: node, "packageProductDependencies")
    if linked.contains(where: { $0.node["productName"]?.string == link.product }) { return }
    let phase = objects.members(of: node, "buildPhases").first {
      $0.node["isa"]?.string == "PBXFrameworksBuildPhase"
    }
    guard let phase else {
      throw objects.refusal(
        "has no build phase that links frameworks", name, node,
        advice: "add `Link Binary With Libraries` in Xcode")
    }
    let product = objects.identifier(["product", reference, target, link.product], Self.digest)
    objects.add(
      product, "XCSwiftPackageProductDependency", link.product,
      ["package = \(package);", "productName = \(PropertyList.written(link.product));"])
    let file = objects.identifier(["file", reference, target, link.product], Self.digest)
    objects.add(
      file, "PBXBuildFile", "\(link.product) in Frameworks",
      ["productRef = \(product) /* \(link.product) */;"], isLine: true)
    try objects.append(file, "\(link.product) in Frameworks", to: "files", of: phase.id)
    try objects.append(product, link.product, to: "packageProductDependencies", of: target)
  }

  /// Equal objects have equal identifiers, so that two runs write the same file.
  private static func digest(_ text: String) -> String {
    Digest(.sha256, of: "martlet\n" + text).hexadecimal
  }
}

extension Requirement {
  /// Whether it is the branch or commit of a new requirement.
  fileprivate func fields(match other: PackageRequirement) -> Bool {
    revisionName.map { name in other.fields.contains { $0.value == name } } ?? false
  }
}
