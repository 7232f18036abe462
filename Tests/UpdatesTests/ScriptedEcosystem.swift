import Bundler
import Ecosystem
import Impact
import NPM
import Synchronization
import TestSupport
import Text
import Time
import Updates
import Versioning

/// An ecosystem whose manifest is also its lock, with one dependency per line: `name version`.
///
/// Further versions in a line are copies elsewhere in the tree. The file of npm is `deps.txt`, that of
/// Bundler `gems.txt`. Tests decide which versions exist and which exclude each other.
final class ScriptedEcosystem: PackageEcosystem {
  let description: EcosystemDescription
  private let shelf = Mutex(Shelf())

  /// Scripts an ecosystem; only equality satisfies requirements.
  init(_ description: EcosystemDescription = .npm) {
    var description = description
    if description.id == .npm { description.manifests = ["deps.txt"] }
    if description.id == .bundler { description.manifests = ["gems.txt"] }
    description.satisfies = { version, requirement throws(Problem) in
      guard !requirement.contains(" ") else { throw Problem(.usage, "is no range") }
      return version == requirement
    }
    self.description = description
  }

  func publish(_ name: String, _ versions: String...) {
    shelf.withLock { $0.versions[name, default: []] += versions }
  }

  /// Sets when a version was published.
  func date(_ name: String, _ version: String, _ time: Timestamp) {
    shelf.withLock { $0.published["\(name)@\(version)"] = time }
  }

  /// Makes the releases of a package state no times, but some on request.
  func dateOnRequest(_ name: String, _ times: [String: Timestamp], failing problem: Problem? = nil)
  {
    shelf.withLock { shelf in
      for version in shelf.versions[name] ?? [] {
        shelf.times["\(name)@\(version)"] = times[version]
        shelf.isAgeless.insert("\(name)@\(version)")
      }
      shelf.timeFailures[name] = problem
    }
  }

  /// Makes the registry lose a package.
  func forget(_ name: String) { shelf.withLock { _ = $0.unknown.insert(name) } }

  /// Makes requests fail, or succeed again.
  func goDown(_ isDown: Bool = true) { shelf.withLock { $0.isDown = isDown } }

  func holdCopies() { shelf.withLock { $0.holdsCopies = true } }

  func holdBack(_ name: String, _ version: String, _ reason: String) {
    shelf.withLock { $0.heldBack["\(name)@\(version)"] = reason }
  }

  /// Makes an update of the whole lock take a version that isn't a patch.
  func refresh(_ name: String, to version: String) {
    shelf.withLock { $0.refreshed[name] = version }
  }

  func allowPatches() { shelf.withLock { $0.allowsPatches = true } }

  func deprecate(_ name: String, _ version: String, _ message: String) {
    shelf.withLock { $0.deprecations["\(name)@\(version)"] = message }
  }

  /// Makes the registry name a successor of a version in a field; nil: none any more.
  func supersede(_ name: String, _ version: String, by other: String?) {
    shelf.withLock { shelf in
      shelf.deprecations["\(name)@\(version)"] = other.map { _ in "" }
      shelf.successors["\(name)@\(version)"] = other
    }
  }

  /// Makes the files unable to name a successor.
  func refuse(_ successor: String, _ reason: String?) {
    shelf.withLock { $0.obstacles[successor] = reason }
  }

  /// Removes a version from the registry.
  func withdraw(_ name: String, _ version: String) {
    shelf.withLock { $0.versions[name]?.removeAll { $0 == version } }
  }

  /// Names the functions that a version has.
  func define(_ spec: String, _ functions: String...) {
    shelf.withLock { $0.functions[spec] = functions }
  }

  /// Gives a version other content, as by a tag that is moved.
  func fill(_ name: String, _ version: String, with content: String) {
    shelf.withLock { $0.contents["\(name)@\(version)"] = content }
  }

  func clash(_ left: String, _ right: String) {
    shelf.withLock { $0.clashes.append([left, right]) }
  }

  /// Makes a version need a package that the registry doesn't have.
  func lack(_ spec: String, _ package: String) {
    shelf.withLock { $0.lacking[spec] = package }
  }

  /// Makes a version move another dependency with it.
  func drag(_ spec: String, _ companion: String) {
    shelf.withLock { $0.companions[spec] = companion }
  }

  func failCoupling(_ problem: Problem?) { shelf.withLock { $0.couplingFailure = problem } }

  func carry(_ name: String, by directParents: String...) {
    shelf.withLock { $0.directParents[name] = directParents }
  }

  /// Makes each update remove a package from the lock.
  func drop(_ name: String, neededBy user: String? = nil) {
    shelf.withLock { shelf in
      shelf.dropped.insert(name)
      if let user { shelf.needs[user, default: []].insert(name) }
    }
  }

  /// Names the repository in which packages are developed.
  func develop(_ names: String..., at repository: String) {
    shelf.withLock { shelf in for name in names { shelf.repositories[name] = repository } }
  }

  var askedTimes: [String] { shelf.withLock { $0.askedTimes } }
  var asked: Set<String> { shelf.withLock { $0.asked } }
  var resolutions: Int { shelf.withLock { $0.resolutions } }
  var openings: Int { shelf.withLock { $0.openings } }
  var requested: Set<String> { shelf.withLock { $0.requested } }

  private var file: String { description.manifests.first ?? "" }

  func discover(in paths: [String]) -> [Project] {
    paths.filter { $0 == file || $0.hasSuffix("/" + file) }.map { path in
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      return Project(ecosystem: id, directory: "/" + folder, manifest: path, lock: path)
    }
  }

  func open(_ project: Project, in tree: SourceTree) async throws(Problem) -> any OpenProject {
    shelf.withLock { $0.openings += 1 }
    let text = String(decoding: try await tree.read(project.manifest).bytes, as: UTF8.self)
    if text.contains("!") {
      throw Problem(.refused, "contains an exclamation mark", subject: project.manifest)
    }
    let lines = text.split(separator: "\n").map { line -> Line in
      let words = line.split(separator: " ").map(String.init)
      return (words[0], words[1], Array(words.dropFirst(2)))
    }
    return Opened(ecosystem: self, project: project, lines: lines)
  }

  fileprivate typealias Line = (name: String, version: String, copies: [String])

  /// Returns a line after an update: older copies follow, newer ones stay.
  private func moved(_ line: Line, to target: String?, _ options: UpdateOptions) -> Line {
    guard let target else { return line }
    let (order, isHeld) = shelf.withLock { ($0.versions[line.name] ?? [], $0.holdsCopies) }
    let rank = { (version: String) in order.firstIndex(of: version) ?? -1 }
    let newest = { (version: String) in rank(version) < rank(target) ? target : version }
    let isMoved = options.staying[line.name] != nil && !isHeld
    let copies = isMoved ? line.copies.map(newest) : line.copies
    return (line.name, line.copies.isEmpty ? target : newest(line.version), copies)
  }

  fileprivate func releases(of dependency: Dependency) throws(Problem) -> [Release] {
    shelf.withLock { _ = $0.requested.insert(dependency.name) }
    if shelf.withLock(\.isDown) { throw Problem(.failed, "does not answer", subject: "registry") }
    if shelf.withLock({ $0.unknown.contains(dependency.name) }) {
      throw Problem(
        .failed, "is not in the registry", subject: dependency.name, unavailable: dependency.name)
    }
    let current = dependency.current ?? ""
    let (versions, heldBack) = shelf.withLock {
      ($0.versions[dependency.name] ?? [], $0.heldBack)
    }
    // A version that isn't listed comes after all that are lower.
    let present =
      versions.firstIndex(of: current) ?? versions.count { $0.isLower(than: current) } - 1
    let (deprecations, allowsPatches) = shelf.withLock { ($0.deprecations, $0.allowsPatches) }
    return versions.enumerated().map { index, version in
      var release = Release(
        version: version,
        published: shelf.withLock { $0.published["\(dependency.name)@\(version)"] } ?? 0,
        satisfiesRequirement: version == current
          || allowsPatches && step(current, version) == .patch,
        step: index > present ? step(current, version) : nil)
      if shelf.withLock({ $0.isAgeless.contains("\(dependency.name)@\(version)") }) {
        release.published = nil
      }
      release.heldBack = heldBack["\(dependency.name)@\(version)"]
      release.deprecation = deprecations["\(dependency.name)@\(version)"]
      if !versions.contains(current) { release.satisfiesRequirement = true }
      let oldest = dependency.copies.compactMap(versions.firstIndex).min() ?? present
      if index > oldest, index <= present { release.copyStep = step(versions[oldest], version) }
      return release
    }
  }

  fileprivate func publicationTimes(of versions: [String], _ name: String) -> PublicationTimes {
    shelf.withLock { shelf in
      shelf.askedTimes.append(([name] + versions).joined(separator: " "))
      let known = versions.map { ($0, shelf.times["\(name)@\($0)"]) }
      return PublicationTimes(
        Dictionary(uniqueKeysWithValues: known).compactMapValues(\.self),
        failure: shelf.timeFailures[name])
    }
  }

  fileprivate func change(
    _ before: [Line], of project: Project, toward goal: Goal
  ) throws(Problem) -> Change {
    let (targets, options) = aim(of: goal, before)
    let after = dragging(
      before.map { line in
        let target = targets.first { $0.name == line.name }
        if let successor = target?.successor, let version = target?.version {
          return (successor, version, [])
        }
        return moved(line, to: target?.version, options)
      }, besides: targets)
    try check(after.map { "\($0.name)@\($0.version)" })
    var moves = zip(before, after).flatMap(moves)
    guard !moves.isEmpty else { return Change(files: [], moves: []) }
    let dropped = shelf.withLock(\.dropped)
    moves += before.filter { dropped.contains($0.name) }.map {
      Move(name: $0.name, from: $0.version, to: nil, kind: .indirect)
    }
    let kept = after.filter { !dropped.contains($0.name) }
    return Change(
      files: [FileChange(path: project.manifest, before: text(before), after: text(kept))],
      moves: moves)
  }

  /// Moves what comes along with the versions of lines, and isn't a target itself.
  private func dragging(_ lines: [Line], besides targets: [Goal.Target]) -> [Line] {
    let companions = shelf.withLock(\.companions)
    let dragged = lines.compactMap { companions["\($0.name)@\($0.version)"] }
    return lines.map { line in
      let isTarget = targets.contains { $0.name == line.name && $0.version != nil }
      let found = isTarget ? nil : dragged.first { $0.hasPrefix("\(line.name)@") }
      return (
        line.name, found.map { String($0.dropFirst(line.name.count + 1)) } ?? line.version,
        line.copies
      )
    }
  }

  /// The targets of a goal; a whole lock moves to the newest patches.
  private func aim(of goal: Goal, _ lines: [Line]) -> ([Goal.Target], UpdateOptions) {
    switch goal {
    case .update(let targets, let options): return (targets, options)
    case .lock: return ([], UpdateOptions())
    case .updateAll(let options):
      let (order, refreshed) = shelf.withLock { ($0.versions, $0.refreshed) }
      let targets = lines.map { line -> Goal.Target in
        let patches = (order[line.name] ?? []).filter {
          $0 != line.version && step(line.version, $0) == .patch && line.version.isLower(than: $0)
        }
        return Goal.Target(name: line.name, version: refreshed[line.name] ?? patches.last)
      }
      return (targets.filter { $0.version != nil }, options)
    }
  }

  private func text(_ lines: [Line]) -> [UInt8] {
    let words = lines.map { line -> [String] in [line.name, line.version] + line.copies }
    return Array(words.map { $0.joined(separator: " ") + "\n" }.joined().utf8)
  }

  private func moves(_ old: Line, _ new: Line) -> [Move] {
    if old.name != new.name {
      return [
        Move(name: new.name, from: nil, to: new.version, kind: .direct),
        Move(name: old.name, from: old.version, to: nil, kind: .direct),
      ]
    }
    let pairs: [(String, String)] = Array(
      zip([old.version] + old.copies, [new.version] + new.copies))
    return pairs.filter { $0 != $1 }.map { from, to in
      Move(name: old.name, from: from, to: to, kind: .direct)
    }
  }

  private func check(_ chosen: [String]) throws(Problem) {
    let (clash, missing) = shelf.withLock { shelf in
      shelf.resolutions += 1
      return (
        shelf.clashes.first { $0.isSubset(of: chosen) },
        chosen.first { shelf.lacking[$0] != nil }.flatMap { shelf.lacking[$0] }
      )
    }
    if let missing {
      throw Problem(
        .failed, "is not in the registry", subject: "\(missing) at https://npm.test/\(missing)",
        unavailable: missing)
    }
    if let clash = clash?.sorted() {
      throw Problem(.unsolvable, "excludes \(clash[1])", subject: clash[0])
    }
  }

  func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream {
    shelf.withLock { shelf in
      shelf.asked.insert(dependency.name)
      return Upstream(addresses: [shelf.repositories[dependency.name]].compactMap(\.self))
    }
  }
  func warnings(about change: Change) -> [Warning] { [] }
  func imports(of dependency: Dependency) -> ImportRule {
    ImportRule(endings: [], names: [], modules: { _ in [] })
  }
}

extension ScriptedEcosystem {
  private struct Opened: ComparedProject {
    let ecosystem: ScriptedEcosystem
    let project: Project
    let lines: [Line]

    func dependencies() -> [Dependency] {
      lines.map { name, version, copies in
        var dependency = Dependency(
          name: name, kind: name.hasPrefix("sub-") ? .indirect : .direct,
          group: name.hasPrefix("dev-") ? .development : .production,
          requirement: version, current: version)
        dependency.copies = copies
        return dependency
      }
    }

    func standing(of dependency: Dependency, among releases: [Release]) -> PackageStatus? {
      let spec = "\(dependency.name)@\(dependency.current ?? "")"
      guard let named = ecosystem.shelf.withLock({ $0.successors[spec] }) else {
        return dependency.standing(among: releases)
      }
      return .deprecated(message: "", successor: named)
    }

    func successor(
      of dependency: Dependency, named name: String, among releases: [Release]
    ) throws(Problem) -> SuccessorAnswer {
      if let reason = ecosystem.shelf.withLock({ $0.obstacles[name] }) {
        return .offered(reason: reason)
      }
      var successor = Dependency(name: name, kind: .direct, current: "0.0.0")
      var found = try ecosystem.releases(of: successor)
      successor.current = nil
      for index in found.indices { found[index].step = nil }
      return .replaceable(Successor(dependency: successor, releases: found))
    }

    func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity] {
      let contents = ecosystem.shelf.withLock(\.contents)
      return change.moves.compactMap { move in
        guard let version = move.to, let value = contents["\(move.name)@\(version)"] else {
          return nil
        }
        return ContentIdentity(package: move.name, version: version, value: value)
      }
    }

    /// A source has the names that it uses; the first one of a package is its name.
    var useScanner: UseScanner {
      UseScanner(endings: [".src"]) { file, bytes in
        var uses = SourceUses(file: file)
        for word in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace) {
          uses.imports.insert(String(word))
          uses.occurrences.append(SourceUses.Occurrence(String(word), line: 1))
        }
        return uses
      }
    }

    func modules(of dependency: Dependency, at version: String) -> Set<String> {
      [dependency.name]
    }

    func publicAPI(
      of dependency: Dependency, at version: String, in modules: Set<String>, _ limits: ScanLimits
    ) throws(Problem) -> PublicAPI {
      let spec = "\(dependency.name)@\(version)"
      guard let functions = ecosystem.shelf.withLock({ $0.functions[spec] }) else {
        throw Problem(.refused, "has no sources", subject: spec)
      }
      var api = PublicAPI(matching: .labels)
      api.declarations = functions.map { Declaration(.func, $0) }
      return api
    }

    func declares(_ name: String) -> Bool { lines.contains { $0.name == name } }

    func releases(of dependency: Dependency) throws(Problem) -> [Release] {
      try ecosystem.releases(of: dependency)
    }

    func publicationTimes(of versions: [String], _ dependency: Dependency) -> PublicationTimes {
      ecosystem.publicationTimes(of: versions, dependency.name)
    }

    func change(toward goal: Goal) throws(Problem) -> Change {
      try ecosystem.change(lines, of: project, toward: goal)
    }

    func explain(_ name: String, version: String?) -> [String] { [] }

    func coupled(with target: Goal.Target) throws(Problem) -> [Goal.Target] {
      if let problem = ecosystem.shelf.withLock({ $0.couplingFailure }) { throw problem }
      return []
    }

    func packages(neededBy names: Set<String>) -> Set<String> {
      closure(of: names, ecosystem.shelf.withLock(\.needs))
    }

    func directParents(of name: String) -> [String] {
      ecosystem.shelf.withLock { $0.directParents[name] ?? [] }
    }
  }
}

extension String {
  /// Compares versions of three numbers.
  fileprivate func isLower(than other: String) -> Bool {
    let numbers = { (text: String) in text.split(separator: ".").map { Int($0) ?? 0 } }
    return numbers(self).lexicographicallyPrecedes(numbers(other))
  }
}

/// Returns the step between two versions of three numbers.
func step(_ from: String, _ to: String) -> Step {
  let (old, new) = (from.split(separator: "."), to.split(separator: "."))
  return old[0] != new[0] ? .major : old[1] != new[1] ? .minor : .patch
}
