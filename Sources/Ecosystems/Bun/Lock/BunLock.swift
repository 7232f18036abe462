import JSON
import Text

/// The content of a `bun.lock`, in the order in which Bun writes it.
struct BunLock: Hashable, Sendable {
  /// `lockfileVersion`, 0 to 3.
  var version = 2
  /// `configVersion`; nil for a lock of Bun before 1.3.2.
  var config: Int?
  /// The root, whose path is empty, and the members sorted by path.
  var workspaces: [LockedWorkspace] = []
  /// The trusted packages in Bun's own order; nil without the field.
  var trusted: [String]?
  /// The patches by `name@version`, in Bun's own order.
  var patches: [Named] = []
  /// The overrides: texts, or objects of texts for rules about one parent or one range.
  var overrides = Object()
  /// The default catalog: ranges by name.
  var catalog: [Named] = []
  /// The named catalogs.
  var catalogs: [(name: String, entries: [Named])] = []
  /// The names that extensions added to packages, by `name@version`.
  var extensions: [Extension] = []
  /// The places in `node_modules` with their packages, in the order of the file.
  var packages: [LockedSlot] = []

  /// A name with a text: a range, or the path of a patch.
  struct Named: Hashable, Sendable {
    var name: String
    var text: String
  }

  /// The edges that `packageExtensions` added to one package.
  struct Extension: Hashable, Sendable {
    /// `name@version`.
    var package: String
    /// The added dependencies, optional ones too.
    var dependencies: [String] = []
    /// The added peers.
    var peers: [String] = []
  }

  static func == (left: BunLock, right: BunLock) -> Bool { left.bytes == right.bytes }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// A manifest of the project as the lock repeats it.
struct LockedWorkspace: Hashable, Sendable {
  /// The folder from the root; empty for the root.
  var path: String
  var name: String?
  var version: String?
  /// A text or an object of texts.
  var bin: Value?
  var binFolder: String?
  /// The ranges by section, sorted by name.
  var sections: [Section: [BunLock.Named]] = [:]
  var optionalPeers: [String] = []

  /// Whether nothing is said about it.
  var isEmpty: Bool {
    name == nil && version == nil && bin == nil && binFolder == nil && optionalPeers.isEmpty
      && sections.values.allSatisfy(\.isEmpty)
  }
}

/// A section of dependencies of a manifest or a package, in the order of the lock.
enum Section: String, CaseIterable, Hashable, Sendable {
  case dependencies
  case devDependencies
  case optionalDependencies
  case peerDependencies
}

/// A package at a place in `node_modules`.
struct LockedSlot: Hashable, Sendable {
  /// The place without `node_modules`: `a`, `a/b`, `@s/a/@t/b`.
  var path: String
  /// The package's own name, `@` and the version or source: `a@1.0.0`, `a@workspace:packages/a`.
  var package: String
  /// The address of the tarball, empty below the default registry; nil for kinds without one.
  var address: String?
  /// The dependencies and properties; nil for a member of the workspace.
  var info: Object?
  /// The digest, or the text in its place; GitHub's packages have both.
  var digests: [String] = []
}

extension LockedSlot {
  /// The parts of the place: names, each with its scope.
  var names: [String] { Self.names(in: path) }

  /// Splits a place into names; a part that begins with `@` takes the next one too.
  static func names(in path: String) -> [String] {
    guard path.utf8.contains(UInt8(ascii: "/")) else { return [path] }
    var result: [String] = []
    var scope: Substring?
    for part in path.slashParts(omittingEmptySubsequences: false) {
      if let known = scope {
        result.append("\(known)/\(part)")
        scope = nil
      } else if part.utf8.first == UInt8(ascii: "@") {
        scope = part
      } else {
        result.append(String(part))
      }
    }
    if let scope { result.append(String(scope)) }
    return result
  }
}

extension String {
  /// Whether the text precedes another one by its bytes, as Bun sorts.
  func precedesInBytes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
