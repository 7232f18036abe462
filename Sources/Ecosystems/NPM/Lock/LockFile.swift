import Ecosystem
import JSON
import JavaScript
import Text

/// A `package-lock.json` or `npm-shrinkwrap.json` as it is read.
struct LockFile {
  /// What stands at a location.
  struct Entry {
    var location: String
    /// Where a link leads, from the root; nil where this is no link.
    var linkTarget: String?
    /// Version 1 only: what the package wants, without the kinds of its wishes.
    var requires: Package.Specs = []
    var isOptional = false
    var isDev = false
    private var contents: LockContents

    /// Takes what was read already.
    init(location: String, package: Package) {
      self.location = location
      contents = LockContents(package)
    }

    /// Takes an entry of `packages`; `root` is where locations start.
    init(location: String, _ node: JSON.Node, root: String) {
      self.location = location
      contents = LockContents(node, at: location, root: root)
    }

    /// Read when it is first asked for; all copies of the entry share it.
    var package: Package {
      get { contents.package }
      set { contents = LockContents(newValue) }
    }

    var version: String { contents.version }
    var integrity: String? { contents.integrity }
    var resolved: String? { contents.resolved }
    /// The registry's name of the package: for an alias another one than the folder's.
    var packageName: String { contents.name }
    /// `name@version`.
    var spec: String { "\(contents.name)@\(version)" }

    /// Whether the entry has a field, whatever it says.
    func has(_ field: String) -> Bool { contents.has(field) }

    /// Whether the other says the same, byte for byte.
    func isSpelled(as other: Entry) -> Bool { contents.isSpelled(as: other.contents) }
  }

  /// 1, 2 or 3; what the file says.
  var version: Int
  /// All fields but `packages` and `dependencies`, which survive where npm does not know them.
  var fields = Object()
  /// The packages but the root's own, in the order of the file.
  var entries: [Entry] = []
  /// The root's own entry.
  var rootEntry: JSON.Node?
  /// Whether any entry tells a licence; npm 7 to 9 write none.
  var hasLicenses: Bool { entries.contains { $0.has("license") } }
  /// Whether any entry tells a C library; npm 11 does.
  var hasLibc: Bool { entries.contains { $0.has("libc") } }

  /// Reads a lock of npm 5 to 11.
  ///
  /// - Parameters:
  ///   - document: the whole file.
  ///   - root: absolute path of the project's folder in the tree.
  ///   - arena: reads and remembers specs.
  /// - Throws: a problem that names what is not understood, with its place.
  init(_ document: Document, root: String, arena: Arena) throws(Problem) {
    let node = document.root
    guard node.kind == .object else {
      throw Problem(.failed, "is no JSON object", at: node.location)
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
        .refused, "is a lock from before npm 5, without what packages require", at: node.location)
    }
  }

  private mutating func read(_ packages: JSON.Node, root: String) throws(Problem) {
    let members = packages.members
    entries.reserveCapacity(members.count)
    for member in members {
      guard member.value.kind == .object else {
        throw Problem(.failed, "has an entry that is no object", at: member.value.location)
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
        .refused, "has an entry at a path that is not in normal form", subject: location,
        at: member.value.location)
    }
    if let version = member.value["version"], version.string == nil {
      throw Problem(
        .failed, "has a version that is no text", subject: location, at: version.location)
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
          .failed, "has a link to nowhere", subject: location, at: member.value.location)
      }
      entry.linkTarget = target
    }
    return entry
  }
}
