import JSON
import Time

/// A requirement to resolve, with what the old lock has for it.
struct Wanted {
  var alias: String
  var requirement: String
  var isOptional = false
  var isDev = false
  var isInjected = false
  /// How deep packages below it are updated; nil for that of the step, -1 for none.
  var updateDepth: Int?
  /// The requirement before a catalog replaced it.
  var written: String
  /// The catalog that it comes from, with the requirement there.
  var catalog: (name: String, requirement: String)?
  /// The version of the catalog in the old lock.
  var preferredVersion: String?
  /// The entry of the old lock.
  var locked: LockedEntry?
  /// Whether that entry is kept.
  var isKept = false
  /// Whether the command is about this direct dependency: all of `install`, the named ones of `update`.
  var isRequested = true

  init(
    _ alias: String, _ requirement: String, isOptional: Bool = false, isDev: Bool = false,
    isInjected: Bool = false
  ) {
    self.alias = alias
    self.requirement = requirement
    written = requirement
    self.isOptional = isOptional
    self.isDev = isDev
    self.isInjected = isInjected
  }
}

/// A package of the old lock that a requirement can keep.
struct LockedEntry {
  var name: String
  var version: String
  var id: String
  /// What the lock says of it besides its dependencies.
  var manifest: Object
  /// Its references, without those to its peers.
  var dependencies: [String: String]
  /// Its path in the lock, and what its peers are bound to there.
  var lockedPath: LockedPath
}

/// A place of a package in the old lock.
struct LockedPath {
  /// The path with peers: `a@1.0.0(b@2.0.0)`.
  var path: String
  /// The paths of its peers, sorted by name.
  var peers: [(name: String, path: String)]
}

/// The result of resolving one requirement.
final class Address {
  let alias: String
  let id: String
  let node: NodeID
  /// A folder that is linked.
  let isLink: Bool
  let package: ResolvedPackage?
  let linkManifest: PackageManifest?
  var isNew = false
  var isUpdated = false
  var isOptional = false
  var isDev = false
  var isInjectedMember = false
  /// Whether pnpm does not install it on this platform.
  var isSkipped = false
  var manifest: PackageManifest?
  var missingPeers = MissingPeers()
  var childPeers: PendingPeers?
  /// The requirement that pnpm would write for the version.
  var specifier: String?
  var catalog: (name: String, requirement: String)?
  /// Set for a place that decides the dependencies of its package, while no other does.
  var owner: ChildrenOwner?
  /// The place in the old lock that is kept.
  var locked: LockedPath?

  init(
    alias: String, id: String, node: NodeID, package: ResolvedPackage?,
    link: PackageManifest? = nil
  ) {
    self.alias = alias
    self.id = id
    self.node = node
    self.package = package
    linkManifest = link
    isLink = link != nil
  }

  /// The real name of the package.
  var name: String { package?.name ?? linkManifest?.name ?? alias }
}

/// The provider of a name above a place: its package, or only that the name exists.
enum Provided {
  case somewhere
  case package(Address)
}

/// The peers that a package's dependencies miss, which later places of the package wait for.
final class PendingPeers {
  let depth: Int
  /// The importer that looks for them.
  let importer: Int
  private(set) var value: MissingPeers?
  private var waiting: [(MissingPeers) -> Void] = []

  init(_ step: Step) {
    depth = step.depth
    importer = step.importer
  }

  var isResolved: Bool { value != nil }

  /// Sets the value and calls those that wait.
  func resolve(_ missing: MissingPeers) {
    guard value == nil else { return }
    value = missing
    let calls = waiting
    waiting = []
    for call in calls { call(missing) }
  }

  /// Calls at once, or when the value is known.
  func whenResolved(_ call: @escaping (MissingPeers) -> Void) {
    if let value { call(value) } else { waiting.append(call) }
  }
}

/// The peers of a part of the tree.
struct PeerFindings {
  var missing = MissingPeers()
  var resolved: [String: Address] = [:]

  /// Moves the peers that the parents provide from the missing to the resolved ones.
  func filtered(by parents: [String: Provided]) -> PeerFindings {
    var result = PeerFindings(missing: MissingPeers(), resolved: resolved)
    for (name, peer) in missing.pairs {
      switch parents[name] {
      case nil: result.missing[name] = peer
      case .somewhere: break
      case .package(let address): result.resolved[name] = address
      }
    }
    return result
  }
}

/// The dependencies of one place of a package, or of an importer, which are resolved together.
final class Step {
  let wanted: [Wanted]
  let preferred: PreferredVersions
  let parents: [String: Provided]
  let path: PackagePath
  let parentID: String
  let isParentOptional: Bool
  let isParentInjected: Bool
  /// Whether pnpm does not install the parent on this platform.
  let isParentSkipped: Bool
  /// The date for packages below direct dependencies, once it is known.
  var childDate: Timestamp?
  let depth: Int
  let updateDepth: Int
  let publishedBy: Timestamp?
  let isLowest: Bool
  /// The importer, by its place in the list.
  let importer: Int
  /// Whether the direct dependencies of an importer that are resolved first.
  let isDirect: Bool
  /// The names whose locked versions the step ignores, since they were updated before it began.
  ///
  /// pnpm starts all steps of a depth at the same time: what one of them updates, the others keep.
  /// The steps below the direct dependencies of an importer begin before those of the next one.
  var updatedNames: Set<String>?
  /// The moment of the step above; nil for an importer.
  var parent: StepMoment?
  /// When it begins, compared with others.
  var moment: StepMoment?
  /// Called with the results when all below it is resolved.
  let done: ([Address], PeerFindings) -> Void

  var addresses: [Address] = []
  var openChildren: [(Address, Wanted)] = []
  var postponed: [PendingPeers] = []
  var childResults: [PeerFindings?] = []
  var peerResults: [PeerFindings?] = []
  var ownParents: [String: Provided] = [:]
  var allParents: [String: Provided] = [:]

  init(
    wanted: [Wanted], preferred: PreferredVersions, parents: [String: Provided], path: PackagePath,
    parentID: String, isParentOptional: Bool, isParentInjected: Bool,
    isParentSkipped: Bool = false, depth: Int,
    updateDepth: Int, publishedBy: Timestamp?, isLowest: Bool, importer: Int, isDirect: Bool,
    done: @escaping ([Address], PeerFindings) -> Void
  ) {
    self.wanted = wanted
    self.preferred = preferred
    self.parents = parents
    self.path = path
    self.parentID = parentID
    self.isParentOptional = isParentOptional
    self.isParentInjected = isParentInjected
    self.isParentSkipped = isParentSkipped
    self.depth = depth
    self.updateDepth = updateDepth
    self.publishedBy = publishedBy
    self.isLowest = isLowest
    self.importer = importer
    self.isDirect = isDirect
    self.done = done
  }
}
