import Ecosystem
import Text

/// Finds the locks that Xcode uses for projects.
///
/// A workspace that contains a project has the lock: the one that has a lock already, or otherwise the
/// first one. Without a workspace it is the project itself.
struct LockOwners {
  let tree: SourceTree

  /// Returns the projects and workspaces whose locks pin the packages of some projects.
  func projects(of manifests: [String]) async throws(Problem) -> [Project] {
    let workspaces = try await workspacesByMember()
    var seen: Set<Project> = []
    return manifests.flatMap { manifest in
      owners(of: manifest, in: workspaces[Path.folder(of: manifest), default: []])
    }.filter { seen.insert($0).inserted }
  }

  private func owners(of manifest: String, in workspaces: [Project]) -> [Project] {
    let own = project(manifest)
    let locked = (workspaces + [own]).filter { $0.lock != nil }
    return locked.isEmpty ? [workspaces.first ?? own] : locked
  }

  /// The workspaces that contain each project bundle, in the order of their paths.
  private func workspacesByMember() async throws(Problem) -> [String: [Project]] {
    var result: [String: [Project]] = [:]
    for path in tree.paths where path.hasSuffix(".xcworkspace/contents.xcworkspacedata") {
      guard !path.slashParts().contains(where: { $0.hasSuffix(".xcodeproj") }) else {
        continue
      }
      let members = try XcodeWorkspace(try await tree.read(path)).members.map(\.path)
      for member in Set(members) { result[member, default: []].append(project(path)) }
    }
    return result
  }

  private func project(_ manifest: String) -> Project {
    let lock = XcodeFiles.lock(of: manifest)
    return Project(
      ecosystem: .swift, directory: Path.directory(of: Path.folder(of: manifest)),
      manifest: manifest, lock: tree.listing.contains(lock) ? lock : nil)
  }
}

/// Pins additional packages of an Xcode project or workspace at given versions.
struct PinnedAdditions {
  let ecosystem: SwiftPMEcosystem
  /// The files with the edited projects.
  let tree: SourceTree
  let owner: Project
  /// The repositories that must not be among the packages.
  let excluded: [String]

  /// Resolves with the additions at their versions, and all other pins as they are.
  ///
  /// - Throws: `unsolvable` if a version would differ.
  func change(
    _ additions: [PackageAddition], keeping kept: [PackageOffer]
  ) async throws(Problem) -> (file: FileChange, moves: [Move]) {
    let swift = try await SwiftTools(for: owner, in: tree, toolchain: ecosystem.toolchain)
    let contents = try await ContentsReader(tree: tree, tools: swift.version).read(owner)
    let project = SwiftPMProject(ecosystem: ecosystem, contents: contents, tree: tree, swift: swift)
    let wanted = additions.map(\.offer)
    var pins = contents.pins
    for offer in kept + wanted { pins[offer.pin.identity] = offer.pin }
    var fetcher = Fetcher(lookUp: project.lookUp)
    let inputs = contents.inputs(pins: pins)
    let result = try await fetcher.solve(inputs).pins(of: inputs)
      .map { $0.located(contents.mirrors.original) }
    for pin in result {
      guard let expected = pins[pin.identity], !pin.state.isSame(as: expected.state) else {
        continue
      }
      throw Problem(
        .unsolvable, "would be \(pin.current) in \(contents.lockPath), not \(expected.current)",
        subject: pin.identity.description,
        advice: "move the dependencies that need another version first, or update them together")
    }
    let others = Set(excluded.map { CanonicalLocation($0) })
    if let pin = result.first(where: { others.contains(CanonicalLocation($0.location)) }) {
      throw Problem(
        .unsolvable, "would be linked twice: a package needs it, and it stays where it is",
        subject: pin.identity.description)
    }
    for offer in wanted where !result.contains(where: { $0.identity == offer.pin.identity }) {
      throw Problem(
        .failed, "isn't in the resolution of \(owner.manifest)", subject: offer.origin.repository)
    }
    try SwiftDialect(swift.version).requireModeled(swift, contents.lockPath)
    let lock = ResolvedFile(
      format: contents.format(tools: swift.version), pins: result, originHash: contents.originHash)
    let file = FileChange(
      path: contents.lockPath, before: contents.lockText?.bytes, after: lock.bytes)
    return (file, moves(from: contents.pins, to: result, contents))
  }

  private func moves(
    from old: [PackageIdentity: Pin], to new: [Pin], _ contents: Contents
  ) -> [Move] {
    new.filter { old[$0.identity] == nil }.map { pin in
      Move(
        name: pin.identity.description, from: nil, to: pin.current,
        kind: contents.declaration(of: pin.identity) == nil ? .indirect : .direct)
    }
  }
}

extension PackageOffer {
  /// The pin that has exactly this version.
  fileprivate var pin: Pin {
    let state: Pin.State
    if let version = version.flatMap({ SemanticVersion($0) }) {
      state = .version(version, revision: commit)
    } else if case .branch(let name, _) = origin.reference {
      state = .branch(name, revision: commit)
    } else {
      state = .revision(commit)
    }
    return Pin(
      identity: PackageIdentity(location: origin.repository), kind: .remoteSourceControl,
      location: origin.repository, state: state)
  }
}
