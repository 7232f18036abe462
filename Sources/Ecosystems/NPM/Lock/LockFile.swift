import Ecosystem
import JSON
import JavaScript
import Text

/// A parsed `package-lock.json` or `npm-shrinkwrap.json`.
struct LockFile {
  /// The entry at a location.
  struct Entry {
    var location: String
    /// The target of a link, relative to the root; nil for other entries.
    var linkTarget: String?
    /// The requirements of any kind; in version 1 only.
    var requires: Package.Specs = []
    var isOptional = false
    var isDev = false
    private var contents: LockContents

    /// Creates an entry from a package.
    init(location: String, package: Package) {
      self.location = location
      contents = LockContents(package)
    }

    /// Creates an entry from a member of `packages`; locations are relative to `root`.
    init(location: String, _ node: JSON.Node, root: String) {
      self.location = location
      contents = LockContents(node, at: location, root: root)
    }

    /// The package, parsed on first use and shared by all copies of the entry.
    var package: Package {
      get { contents.package }
      set { contents = LockContents(newValue) }
    }

    /// The member of `packages`; nil for an entry of version 1.
    var node: JSON.Node? { contents.node }
    var version: String { contents.version }
    var integrity: String? { contents.integrity }
    var resolved: String? { contents.resolved }
    /// The registry's name of the package; for an alias it differs from the folder's.
    var packageName: String { contents.name }
    /// `name@version`.
    var spec: String { "\(contents.name)@\(version)" }

    /// Whether the entry has a field with any value.
    func has(_ field: String) -> Bool { contents.has(field) }

    /// Whether another entry has the same bytes.
    func isSpelled(as other: Entry) -> Bool { contents.isSpelled(as: other.contents) }
  }

  /// 1, 2 or 3.
  var version: Int
  /// All fields except `packages` and `dependencies`; npm keeps those that it does not know.
  var fields = Object()
  /// The packages except for the root, in the order of the file.
  var entries: [Entry] = []
  /// The root's own entry.
  var rootEntry: JSON.Node?

  /// Parses a lock of npm 5 to 11.
  ///
  /// - Parameters:
  ///   - document: the whole file.
  ///   - root: the absolute path of the project's folder in the tree.
  ///   - arena: parses specs.
  /// - Throws: `Problem` with the location of a construct that is malformed or not supported.
  init(_ document: Document, root: String, arena: Arena) throws(Problem) {
    let node = document.root
    guard node.kind == .object else {
      throw Problem(.failed, "is not a JSON object", at: node.location)
    }
    let version = node["lockfileVersion"]
    self.version = version?.int ?? (node["packages"] == nil ? 1 : 3)
    guard (1...3).contains(self.version), version == nil || version?.int != nil else {
      throw Problem(
        .refused, "has an unknown lockfileVersion", subject: version?.text, at: version?.location)
    }
    for member in node.members where member.key != "packages" && member.key != "dependencies" {
      fields[member.key] = member.value.value
    }
    if let packages = node["packages"] {
      try read(packages, root: root)
    } else if let dependencies = node["dependencies"] {
      entries = try AncientLock.entries(dependencies, root: root, arena: arena)
    }
    if node["requires"]?.isTruthy != true, self.version == 1, !entries.isEmpty {
      throw Problem(
        .refused, "is a lock from before npm 5, without the requirements of packages",
        at: node.location)
    }
  }

  private mutating func read(_ packages: JSON.Node, root: String) throws(Problem) {
    let members = packages.members
    entries.reserveCapacity(members.count)
    for member in members {
      guard member.value.kind == .object else {
        throw Problem(.failed, "has an entry that is not an object", at: member.value.location)
      }
      if member.key.isEmpty {
        rootEntry = member.value
        continue
      }
      entries.append(try Self.entry(member, root: root))
    }
  }

  private static func entry(_ member: Member, root: String) throws(Problem) -> Entry {
    let location = member.key
    guard Paths.isPlain(location) || Paths.relative(root, Paths.resolve(root, location)) == location
    else {
      throw Problem(
        .refused, "has an entry with a path that is not normalized", subject: location,
        at: member.value.location)
    }
    if let version = member.value["version"], version.string == nil {
      throw Problem(
        .failed, "has a version that is not a text", subject: location, at: version.location)
    }
    let isShort = location.utf8.count < 64 * "node_modules/".utf8.count
    guard isShort || Paths.depth(of: location) < 64 else {
      throw Problem(
        .refused, "nests packages deeper than 64", subject: location, at: member.value.location)
    }
    var entry = Entry(location: location, member.value, root: root)
    entry.isDev = member.value["dev"]?.isTruthy == true
    if member.value["link"]?.isTruthy == true {
      guard let target = entry.resolved else {
        throw Problem(
          .failed, "has a link without a target", subject: location, at: member.value.location)
      }
      entry.linkTarget = target
    }
    return entry
  }
}

extension LockFile {
  /// Whether a package that isn't optional doesn't support a platform.
  func hasObjection(to platform: Platform) -> Bool {
    entries.contains { entry in
      let isLimited = ["os", "cpu", "libc"].contains(where: entry.has)
      guard isLimited, entry.linkTarget == nil, !entry.has("optional"), !entry.has("devOptional")
      else { return false }
      return platform.objection { entry.package.copied[$0] } != nil
    }
  }
}
