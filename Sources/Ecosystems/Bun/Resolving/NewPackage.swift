import Ecosystem
import JSON
import JavaScript

extension Package {
  /// Creates the package of a registry's version.
  ///
  /// - Throws: a `Problem` if its distribution is malformed, or it has a list that Bun reads otherwise.
  init(_ manifest: VersionManifest, of packument: Packument) throws(Problem) {
    let node = try manifest.read()
    try manifest.checkDistribution(node)
    let tarball = node["dist"]?["tarball"]?.string ?? ""
    name = packument.name
    source = .registry(
      version: manifest.version?.description ?? manifest.key,
      address: tarball.hasPrefix("https://registry.npmjs.org/") ? "" : tarball)
    version = manifest.version
    edges = SectionReader(node).edges
    let bundled = Self.bundled(node)
    for index in edges.indices {
      edges[index].isBundled =
        bundled?.contains(edges[index].name) ?? (edges[index].kind != .peer)
    }
    properties = Self.properties(node)
    let dist = node["dist"]
    digests = [
      dist?["integrity"]?.string ?? dist?["shasum"]?.string.flatMap(Integrity.ofSHA1) ?? ""
    ]
    isNew = true
  }

  /// The names that a package brings along; nil for all of them.
  private static func bundled(_ node: JSON.Node) -> Set<String>? {
    guard let field = node["bundleDependencies"] ?? node["bundledDependencies"] else { return [] }
    if let flag = field.bool { return flag ? nil : [] }
    return Set(field.elements.compactMap(\.string))
  }

  /// Creates the package of a folder or a tarball in the repository.
  init(_ manifest: Document, from source: Source, digest: String? = nil) {
    let root = manifest.root
    name = root["name"]?.string ?? ""
    self.source = source
    properties = Self.properties(root)
    if case .link = source { return }
    edges = SectionReader(root).edges
    if case .folder = source {
      edges += SectionReader(root).entries(.devDependencies).map {
        Edge(name: $0.name, text: $0.text, kind: .development)
      }
    }
    digests = [digest].compactMap(\.self)
    isNew = true
  }

  /// Returns what the lock's object says besides the dependencies.
  private static func properties(_ node: JSON.Node) -> Object {
    var result = Object()
    result["os"] = PlatformSet.os.value(of: node["os"]?.value)
    result["cpu"] = PlatformSet.cpu.value(of: node["cpu"]?.value)
    result["libc"] = PlatformSet.libc(of: node["libc"]?.value)
    if hasInstallScript(node) { result["hasInstallScript"] = true }
    if let bin = node["bin"], bin.kind == .string || !bin.members.isEmpty {
      result["bin"] = bin.value
    } else if let folder = node["directories"]?["bin"]?.string {
      result["binDir"] = .string(folder)
    }
    return result
  }

  private static func hasInstallScript(_ node: JSON.Node) -> Bool {
    if let stated = node["hasInstallScript"]?.bool { return stated }
    return ["preinstall", "install", "postinstall"].contains { node["scripts"]?[$0] != nil }
  }

  /// Returns the object of the lock for a package, possibly below one that brings it along.
  func info(isBundled: Bool) -> Object {
    var result = Object()
    for section in Section.allCases {
      let own = edges.filter { $0.kind.section == section }
        .sorted { $0.name.precedesInBytes($1.name) }
      if own.isEmpty { continue }
      result[section.rawValue] = .object(
        Object(distinct: own.map { Object.Entry(key: $0.name, value: .string($0.text)) }))
    }
    let optional = edges.filter(\.isOptionalPeer).map(\.name).sorted { $0.precedesInBytes($1) }
    if !optional.isEmpty { result["optionalPeers"] = .array(optional.map(Value.string)) }
    if isBundled { result["bundled"] = true }
    for member in properties.members { result[member.key] = member.value }
    return result
  }
}
