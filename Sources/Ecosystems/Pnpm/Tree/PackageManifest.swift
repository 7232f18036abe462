import Ecosystem
import JSON
import JavaScript

/// The manifest of a package of a registry or of a member of the workspace.
struct PackageManifest: Sendable {
  var name: String
  var version: String
  var dependencies = Requirements()
  var devDependencies = Requirements()
  var optionalDependencies = Requirements()
  var peerDependencies = Requirements()
  /// Whether a peer is optional, by name, in the order of `peerDependenciesMeta`.
  var peerMeta: [(name: String, isOptional: Bool)] = []
  /// `dependenciesMeta.NAME.injected`.
  var injected: Set<String> = []
  /// What its tarball brings along.
  var bundle = Bundle()
  var engines: Value?
  var cpu: Value?
  var os: Value?
  var libc: Value?
  /// A text, or true.
  var deprecated: Value?
  var hasBin = false
  /// Whether an installation runs scripts, as far as the manifest or the registry says.
  var hasInstallScripts = false

  /// Reads a version in a registry's document, or a `package.json`.
  init(_ node: JSON.Node, name: String? = nil) {
    self.name = name ?? node["name"]?.string ?? ""
    version = node["version"]?.string ?? ""
    dependencies = Requirements(node["dependencies"])
    devDependencies = Requirements(node["devDependencies"])
    optionalDependencies = Requirements(node["optionalDependencies"])
    peerDependencies = Requirements(node["peerDependencies"])
    peerMeta = (node["peerDependenciesMeta"]?.members ?? []).map {
      ($0.key, $0.value["optional"]?.bool == true)
    }
    for member in node["dependenciesMeta"]?.members ?? []
    where member.value["injected"]?.bool == true {
      injected.insert(member.key)
    }
    bundle = Bundle(node)
    engines = node["engines"]?.value
    cpu = node["cpu"]?.value
    os = node["os"]?.value
    libc = node["libc"]?.value
    deprecated = node["deprecated"].flatMap { $0.isTruthy ? .some($0.value) : .none }
    hasBin = Self.hasCommands(node)
    hasInstallScripts = Self.hasInstallScripts(node) || node["hasInstallScript"]?.bool == true
  }

  /// Whether a manifest has scripts that an installation runs: `finishLockfileUpdates` of pnpm 8.
  static func hasInstallScripts(_ node: JSON.Node) -> Bool {
    ["preinstall", "install", "postinstall"].contains {
      node["scripts"]?[$0]?.isTruthy == true
    }
  }

  private static func hasCommands(_ node: JSON.Node) -> Bool {
    guard let bin = node["bin"], !bin.isNull else {
      return node["directories"]?["bin"]?.isTruthy == true
    }
    return bin.isTruthy && !(bin.kind == .object && bin.members.isEmpty)
  }

  /// Whether it needs nothing: such packages have one place in the tree.
  var isLeaf: Bool {
    dependencies.isEmpty && optionalDependencies.isEmpty && peerDependencies.isEmpty
      && peerMeta.isEmpty
  }

  /// The peers that are not also dependencies, with those that `peerDependenciesMeta` alone names.
  func ownPeers(_ version: PnpmVersion) -> [Peer] {
    var own = Set(dependencies.names + optionalDependencies.names)
    if !version.has(.allowsOwnPeer) { own.insert(name) }
    var result: [Peer] = peerDependencies.pairs.filter { !own.contains($0.name) }
      .map { Peer(name: $0.name, range: $0.text, isOptional: false) }
    for meta in peerMeta where !own.contains(meta.name) && meta.isOptional {
      if let index = result.firstIndex(where: { $0.name == meta.name }) {
        result[index].isOptional = true
      } else {
        result.append(Peer(name: meta.name, range: "*", isOptional: true))
      }
    }
    return result
  }

  /// Returns the peers that are missing until the tree provides them: `getMissingPeers`.
  ///
  /// Before pnpm 11, those that `peerDependenciesMeta` alone names aren't among them, and in pnpm 8 no
  /// optional ones.
  func missingPeers(_ version: PnpmVersion) -> MissingPeers {
    var result = MissingPeers()
    if version.has(.missesPeersOfMeta) {
      for peer in ownPeers(version) {
        result[peer.name] = MissingPeers.Peer(range: peer.range, isOptional: peer.isOptional)
      }
      return result
    }
    for (name, range) in peerDependencies.pairs {
      let isOptional = peerMeta.contains { $0.name == name && $0.isOptional }
      if isOptional, !version.has(.hoistsOptional) { continue }
      result[name] = MissingPeers.Peer(range: range, isOptional: isOptional)
    }
    return result
  }

  /// Returns the names that are part of the package's tarball.
  func bundledNames(_ rule: BundleRule) -> Set<String> {
    let value = rule == .list ? bundle.bundle : bundle.listOrTrue
    if value == true, rule != .list { return Set(dependencies.names) }
    return Set(value?.array?.compactMap(\.string) ?? [])
  }
}

/// A peer of a package.
struct Peer: Hashable, Sendable {
  var name: String
  var range: String
  var isOptional: Bool
}

/// Peers that nothing above provides, in the order in which they were found.
struct MissingPeers: Sendable {
  struct Peer: Sendable {
    var range: String
    var isOptional: Bool
  }

  private var peers = OrderedMap<Peer>()

  var isEmpty: Bool { peers.isEmpty }
  var names: [String] { peers.names }
  var pairs: [(name: String, peer: Peer)] { peers.pairs.map { ($0.name, $0.value) } }

  subscript(name: String) -> Peer? {
    get { peers[name] }
    set { peers[name] = newValue }
  }
}
