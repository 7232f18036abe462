import Archives
import Ecosystem
import JSON
import JavaScript
import Text

/// The manifests in a tarball: the package's own one and those of the packages that it bundles.
///
///     package/package.json                                  ""
///     package/node_modules/a/package.json                   "node_modules/a"
///     package/node_modules/a/node_modules/b/package.json    "node_modules/a/node_modules/b"
struct BundledPackages: Sendable {
  /// The parsed manifests by folder, with the package's own one as "".
  private let manifests: [String: Document]
  /// The names of the packages in each folder's `node_modules`, sorted.
  private let names: [String: [String]]
  /// The absolute paths of all files, as if the tarball was unpacked at `base`.
  private let files: [String]
  private static let base = "/package"

  /// Whether a file is the manifest of the package or of a bundled one.
  static func isManifest(_ path: String) -> Bool {
    guard Paths.basename(path) == "package.json" else { return false }
    let folder = path == "package.json" ? "" : Paths.dirname(path)
    return packageFolders(of: path).last ?? "" == folder
  }

  /// Reads the manifests of a tarball.
  ///
  /// - Throws: a refusal of what npm would read too: workspaces, overrides or a lock in the tarball,
  ///   and bundled folders without a manifest.
  init(_ tarball: Tarball, of name: String) throws(Problem) {
    var manifests: [String: Document] = [:]
    var folders: Set<String> = []
    var files: [String] = []
    for entry in tarball.entries {
      let isFolder = entry.content == .folder
      if case .link = entry.content { continue }
      folders.formUnion(Self.packageFolders(of: isFolder ? entry.path + "/" : entry.path))
      guard case .file(let bytes, _) = entry.content else { continue }
      files.append(Self.base + "/" + entry.path)
      guard Self.isManifest(entry.path) else { continue }
      let folder = entry.path == "package.json" ? "" : Paths.dirname(entry.path)
      let source = SourceText(file: "\(name)/\(entry.path)", bytes: bytes)
      manifests[folder] = try Manifest.document(source)
    }
    guard let own = manifests[""] else {
      throw Problem(.refused, "bundles dependencies but has no package.json", subject: name)
    }
    try Self.check(own, files, name)
    if let bare = folders.sorted().first(where: { manifests[$0] == nil }) {
      throw Problem(
        .refused, "bundles a folder without a package.json", subject: "\(name)/\(bare)")
    }
    self.manifests = manifests
    self.files = files
    names = Dictionary(grouping: folders.sorted(), by: Self.owner)
      .mapValues { $0.compactMap(Paths.folderName) }
  }

  private static func check(
    _ own: Document, _ files: [String], _ name: String
  ) throws(Problem) {
    let locks = [
      "package-lock.json", "npm-shrinkwrap.json", "node_modules/.package-lock.json",
    ]
    if let lock = locks.first(where: { files.contains("\(base)/\($0)") }) {
      throw Problem(.refused, "bundles dependencies and a lock", subject: "\(name)/\(lock)")
    }
    if own.root["overrides"]?.members.isEmpty == false {
      throw Problem(.refused, "bundles dependencies and has overrides", subject: name)
    }
    let outside = files.filter { !$0.hasPrefix(base + "/node_modules/") }
    if own.root["workspaces"] != nil,
      try !Workspaces.folders(of: own, at: base, among: { outside }).isEmpty
    {
      throw Problem(.refused, "bundles dependencies and has workspaces", subject: name)
    }
  }

  /// Returns the folders of packages above a path, the outermost first.
  ///
  /// Names with a leading dot aren't packages.
  private static func packageFolders(of path: String) -> [String] {
    let parts = path.slashParts(omittingEmptySubsequences: false)
    var folders: [String] = []
    var index = 0
    while index + 1 < parts.count, parts[index] == "node_modules" {
      let isScoped = parts[index + 1].hasPrefix("@")
      let end = index + (isScoped ? 3 : 2)
      guard end <= parts.count, let last = parts[..<end].last, !last.isEmpty,
        !last.hasPrefix("."), !parts[index + 1].hasPrefix(".")
      else { break }
      folders.append(parts[..<end].joined(separator: "/"))
      index = end
    }
    return folders
  }

  /// Returns the package in whose `node_modules` a package is.
  private static func owner(of folder: String) -> String {
    packageFolders(of: folder).dropLast().last ?? ""
  }
}

extension BundledPackages {
  /// Builds the tree of the tarball, as if it was unpacked at a path: Arborist's `load-actual.js`.
  func tree(at path: String, in arena: Arena) -> Node {
    var options = Node.Options()
    options.path = path
    options.package = package("")
    let top = Node(options, in: arena)
    addChildren(of: top, "", arena)
    return top
  }

  private func addChildren(of parent: Node, _ folder: String, _ arena: Arena) {
    var added: [(Node, String)] = []
    for name in names[folder] ?? [] {
      let location = (folder.isEmpty ? "" : folder + "/") + "node_modules/" + name
      var options = Node.Options()
      options.path = (parent.path ?? "") + "/node_modules/" + name
      options.package = package(location)
      options.parent = parent
      added.append((Node(options, in: arena), location))
    }
    for (child, location) in added { addChildren(of: child, location, arena) }
  }

  private func package(_ folder: String) -> Package {
    guard let manifest = manifests[folder]?.root else { return Package() }
    let package = Package(manifest, from: .manifest)
    let path = folder.isEmpty ? Self.base : "\(Self.base)/\(folder)"
    package.addBinFolder(manifest, at: path, among: files)
    return package
  }
}

extension IdealTree {
  /// Replaces the packages in a node's folder by those that its tarball bundles.
  func unpackBundle(of node: Node) throws(Interruption) {
    guard node !== root, let url = node.resolved, !node.isInert, !isUnpacked else { return }
    if node.hasShrinkwrap {
      arena.refuse("has a shrinkwrap, which only its tarball contains", subject: node.spec)
    } else if node.isLink, node.package.isBundler {
      arena.refuse("bundles dependencies, which npm would pack from its folder", subject: node.spec)
    }
    try checkArena()
    guard node.package.isBundler else { return }
    let request = ResolutionRequest.tarball(url: url, integrity: node.integrity)
    guard let bundle = knowledge.bundle(request) else { throw .needs([request]) }
    isUnpacked = true
    computeFlags()
    node.replace(bundle.tree(at: node.path ?? "", in: arena))
    if !isMutated { DepFlags.calculate(node, resetRoot: false) }
    try checkArena()
  }
}
