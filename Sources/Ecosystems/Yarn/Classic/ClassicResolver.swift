import Ecosystem
import JSON
import JavaScript

/// Resolves a lock like Yarn 1.22 (`package-resolver.js`, `package-request.js`).
///
/// Each pattern is resolved for itself: to its locked version, or else to the tag `latest` if that
/// fits, or else to the newest version that fits. Nothing is deduplicated:
///
///     lock: a@^1.0.0 is 1.1.0     manifest adds: a@^1.0.1     result: a@^1.0.1 is 1.5.0
///
/// Patterns with the same result share the package that was found first. Therefore the order matters
/// where a lock and a registry describe the same version differently: locked packages need no request
/// and come first. The resolution starts again with each new set of documents.
final class ClassicResolver: ResumableResolution {
  let input: ClassicInput
  private var findings: [ClassicNeed: ClassicFinding] = [:]
  /// The choices of all attempts by `name@range`.
  private var choices: [String: ClassicRelease] = [:]

  // The state of one attempt.
  private(set) var lock = ClassicLock()
  /// The name that Yarn gives to an entry: that of the pattern by which it's first looked up.
  private var entryNames: [Int: String] = [:]
  private(set) var patterns: [String: ClassicPackage] = [:]
  private var order: [String: [String]] = [:]
  private var missing: [ClassicNeed] = []
  private var known: Set<ClassicNeed> = []
  private var asked: Set<String> = []
  private var ready: [Request] = []
  private var waiting: [Request] = []
  private var delayed: [(request: Request, package: ClassicPackage)] = []
  private var replaced: [Request] = []
  private var work = Budget("steps of a resolution", 4_000_000)
  private var validRanges: [String: Bool] = [:]
  /// The members of the workspace by name, which have one each.
  private let members: [String: ClassicInput.Member]

  /// A pattern that a package asks for.
  private struct Request {
    var pattern: Pattern
    /// The names of the packages that lead to it; nil for the root's own, which `resolutions` ignore.
    var parents: [String]?
    var isFresh = false
  }

  init(_ input: ClassicInput) {
    self.input = input
    members = Dictionary(input.members.map { ($0.manifest.name, $0) }) { first, _ in first }
  }

  /// The member that satisfies a pattern.
  func member(for pattern: Pattern) -> ClassicInput.Member? {
    guard let member = members[pattern.name],
      let version = Version(member.manifest.version, loose: true),
      let range = Range(pattern.range, loose: true)
    else { return nil }
    return range.contains(version) ? member : nil
  }

  func add(
    _ document: ClassicFinding, for need: ClassicNeed
  ) throws(Problem) -> [ClassicNeed] {
    findings[need] = document
    return []
  }

  func resume() throws(Problem) -> ResolutionStep<ClassicSolution, ClassicNeed> {
    reset()
    let upgrades = unlock()
    let names = Set(upgrades.map(\.name))
    for request in requests(without: names) { try find(request) }
    if input.hasWorkspaces { try requestWorkspace(without: names) }
    for pattern in upgrades { try find(Request(pattern: pattern)) }
    if !missing.isEmpty { return .needs(missing) }
    for (request, package) in delayed { try bind(request, to: package) }
    for request in replaced { _ = replace(request) }
    return .finished(try solution())
  }

  private func reset() {
    lock = input.aim == .fresh ? ClassicLock() : input.lock ?? ClassicLock()
    entryNames = [:]
    patterns = [:]
    order = [:]
    missing = []
    known = []
    asked = []
    delayed = []
    replaced = []
  }

  // MARK: Requests of the root

  /// The root's patterns in Yarn's order: resolutions, dependencies, then the workspace.
  private func requests(without names: Set<String>) -> [Request] {
    let root = input.root
    let own = (root.dependencies + root.devDependencies + root.optionalDependencies)
      .filter { !names.contains($0.name) }
    return input.resolutions.patterns.map { Request(pattern: $0) }
      + own.map { Request(pattern: $0) }
  }

  private var memberPatterns: [Pattern] {
    input.members.map { Pattern(name: $0.manifest.name, range: $0.manifest.version) }
  }

  /// Requests what Yarn's imaginary package depends on, which aggregates the workspace.
  private func requestWorkspace(without names: Set<String>) throws(Problem) {
    let root = input.root
    let members = memberPatterns
    var dependencies = root.dependencies.filter { own in
      !members.contains { $0.name == own.name }
    }
    dependencies += members
    let all = (dependencies + root.optionalDependencies + root.devDependencies)
      .filter { !names.contains($0.name) }
    for pattern in all { try start(Request(pattern: pattern, parents: [Self.aggregator])) }
    try drain()
    let direct = Set(
      (root.dependencies + root.devDependencies + root.optionalDependencies).map(\.name))
    for pattern in members where !direct.contains(pattern.name) {
      try find(Request(pattern: pattern))
    }
  }

  private static let aggregator = "workspace-aggregator"

  /// Removes from the lock what the aim updates.
  ///
  /// - Returns: the patterns of `yarn upgrade`, which Yarn requests last.
  private func unlock() -> [Pattern] {
    switch input.aim {
    case .fresh: return []
    case .install(let names):
      if !names.isEmpty { forget(names) }
      return []
    case .upgrade(let names):
      let root = input.root
      let direct = root.dependencies + root.devDependencies + root.optionalDependencies
      let own = direct.filter { names.contains($0.name) }
      unlock(own, keeping: Set((direct + input.resolutions.patterns).map(\.description)))
      return own
    }
  }

  /// Removes the entries of packages, with the patterns of aliases that share them.
  private func forget(_ names: Set<String>) {
    let all = lock
    let named = Set(
      all.patterns.filter { names.contains(Pattern($0).name) }.compactMap { all.index[$0] })
    lock.remove { text in
      guard let index = all.index[text], named.contains(index) else { return false }
      return input.preference.moves(Pattern(text), locked: all[text]?.version)
    }
  }

  /// Removes patterns with those of their locked subtrees, except for direct dependencies.
  private func unlock(_ patterns: [Pattern], keeping kept: Set<String>) {
    var open = patterns.reversed().map { (pattern: $0, isOwn: true) }
    while let (pattern, isOwn) = open.popLast() {
      let text = pattern.description
      if !isOwn, kept.contains(text) { continue }
      guard let entry = look(up: pattern) else { continue }
      lock.remove(text)
      open += entry.allDependencies.reversed().map { ($0, false) }
    }
  }
}

// MARK: Finding

extension ClassicResolver {
  /// Returns the locked entry of a pattern; its first use names the entry.
  private func look(up pattern: Pattern) -> ClassicLock.Entry? {
    guard let index = lock.index[pattern.description] else { return nil }
    let entry = lock.entries[index].entry
    if entryNames[index] == nil { entryNames[index] = entry.name ?? pattern.name }
    return entry
  }

  /// Resolves a pattern with everything that it leads to.
  private func find(_ request: Request) throws(Problem) {
    try start(request)
    try drain()
  }

  private func drain() throws(Problem) {
    var next = 0
    while next < ready.count || !waiting.isEmpty {
      if next == ready.count {
        ready = waiting
        waiting = []
        next = 0
      }
      try work.spend(on: ready[next].pattern.name)
      try resolve(ready[next])
      next += 1
    }
    ready = []
  }

  private func start(_ request: Request) throws(Problem) {
    if replace(request) { return }
    var request = request
    let text = request.pattern.description
    if asked.insert(text).inserted {
      if let entry = look(up: request.pattern) {
        if isOutside(request.pattern, entry.version) {
          lock.remove(text)
          request.isFresh = true
        }
      } else {
        request.isFresh = true
      }
    }
    if request.isFresh { waiting.append(request) } else { ready.append(request) }
  }

  /// Whether a locked version doesn't fit its own pattern, after a merge for example.
  private func isOutside(_ pattern: Pattern, _ version: String) -> Bool {
    guard ClassicRange(pattern.range) == .registry, let range = Range(pattern.range),
      let version = Version(version)
    else { return false }
    return !range.contains(version)
  }

  /// Binds a request to its replacement in `resolutions`.
  ///
  /// - Returns: whether there is one; it may have to wait for the replacement's package.
  private func replace(_ request: Request) -> Bool {
    guard let parents = request.parents,
      let replacement = input.resolutions.replacement(for: request.pattern, below: parents)
    else { return false }
    guard let package = patterns[replacement.description] else {
      replaced.append(request)
      return true
    }
    bind(request.pattern, to: package)
    if let entry = look(up: request.pattern), entry.resolved != package.resolved {
      lock.remove(request.pattern.description)
    }
    return true
  }

  private func resolve(_ request: Request) throws(Problem) {
    let pattern = request.pattern
    guard let package = try package(for: pattern) else { return }
    guard Version(package.version) != nil else {
      throw Problem(
        .refused, "has no valid version",
        subject: package.name.isEmpty ? pattern.name : package.name)
    }
    if existing(package, pattern, isExact: !request.isFresh) != nil {
      delayed.append((request, package))
      return
    }
    bind(pattern, to: package)
    let parents = (request.parents ?? []) + [pattern.name]
    for dependency in package.requests {
      try start(Request(pattern: dependency, parents: parents))
    }
  }

  /// Returns a package of the same version that was found earlier.
  private func existing(
    _ package: ClassicPackage, _ pattern: Pattern, isExact: Bool
  ) -> ClassicPackage? {
    let candidates = (order[pattern.name] ?? []).compactMap { patterns[$0] }
    // Most patterns are the first of their name, so that their range isn't parsed.
    if candidates.isEmpty { return nil }
    if isValid(pattern.range) {
      if let same = candidates.first(where: { $0.version == package.version }) { return same }
      guard !isExact, let version = Version(package.version) else { return nil }
      return candidates.first { Version($0.version) == version }
    }
    guard case .folder = package.source else { return nil }
    return candidates.first { $0.source == package.source }
  }

  /// Whether node-semver parses the text as a range.
  private func isValid(_ range: String) -> Bool {
    if let known = validRanges[range] { return known }
    let isValid = ClassicRange.isValid(range)
    validRanges[range] = isValid
    return isValid
  }

  private func bind(_ request: Request, to package: ClassicPackage) throws(Problem) {
    guard let found = existing(package, request.pattern, isExact: false) else {
      throw Problem(.failed, "has no package", subject: request.pattern.description)
    }
    bind(request.pattern, to: found)
  }

  private func bind(_ pattern: Pattern, to package: ClassicPackage) {
    let text = pattern.description
    if patterns[text] == nil || order[package.name]?.contains(text) != true {
      order[package.name, default: []].append(text)
    }
    patterns[text] = package
  }
}

// MARK: Packages

extension ClassicResolver {
  /// Returns the package of a pattern; nil if a document is missing.
  private func package(for pattern: Pattern) throws(Problem) -> ClassicPackage? {
    if let member = member(for: pattern) {
      return ClassicPackage(member.manifest, name: member.manifest.name, from: .member)
    }
    switch ClassicRange(pattern.range) {
    case .registry: return try registered(pattern, pattern.name, pattern.range)
    case .alias(let name, let range): return try registered(pattern, name, range)
    case .folder(let path): return try folder(path, pattern, isLink: false)
    case .link(let path): return try folder(path, pattern, isLink: true)
    case .remote:
      guard let index = lock.index[pattern.description],
        lock.entries[index].entry.resolved != nil
      else {
        throw Problem(
          .refused, "comes from a git repository or a tarball and isn't in the lock yet",
          subject: pattern.description)
      }
      return ClassicPackage(lock.entries[index].entry, name: pattern.name, from: .remote)
    }
  }

  private func registered(
    _ pattern: Pattern, _ name: String, _ range: String
  ) throws(Problem) -> ClassicPackage? {
    if let index = lock.index[pattern.description],
      lock.entries[index].entry.resolved != nil
    {
      let isAlias = name != pattern.name
      let found = isAlias ? pattern.name : entryNames[index] ?? pattern.name
      return ClassicPackage(lock.entries[index].entry, name: found, from: .registry)
    }
    return try pick(name, range).map { release in
      let package = ClassicPackage(pattern.name, release.version, from: .registry)
      package.dependencies = release.manifest.dependencies
      package.optionalDependencies = release.manifest.optionalDependencies
      package.resolved = release.resolved
      package.integrity = release.integrity
      return package
    }
  }

  /// Returns the registry's choice; nil if its document is missing.
  private func pick(_ name: String, _ range: String) throws(Problem) -> ClassicRelease? {
    let key = "\(name)@\(range)"
    if let known = choices[key] { return known }
    if PackageName(name) == nil {
      throw Problem(.refused, "is not a valid package name", subject: name)
    }
    guard let finding = find(.packument(name)) else { return nil }
    guard case .packument(let answer) = finding else { return nil }
    switch answer {
    case .failure(let failure): throw failure.problem
    case .success(let packument):
      let choice = try ClassicChoice(range, of: packument, input.preference, input.engines)
      let release = ClassicRelease(
        version: choice.version, manifest: try ClassicManifest(choice.node),
        resolved: try choice.resolved(fromYarn: input.usesYarnRegistry),
        integrity: try choice.integrity)
      choices[key] = release
      return release
    }
  }

  private func find(_ need: ClassicNeed) -> ClassicFinding? {
    if let finding = findings[need] { return finding }
    if known.insert(need).inserted { missing.append(need) }
    return nil
  }

  private func folder(
    _ path: String, _ pattern: Pattern, isLink: Bool
  ) throws(Problem) -> ClassicPackage? {
    guard !path.hasPrefix("/") else {
      throw Problem(
        .refused, "is a folder outside of the repository", subject: pattern.description)
    }
    let index = Paths.normalize("/p/" + path)
    guard index == "/p" || index.hasPrefix("/p/") else {
      throw Problem(.refused, "is a folder outside of the project", subject: pattern.description)
    }
    let folder = String(index.dropFirst(3))
    guard let finding = find(.folder(folder)) else { return nil }
    guard case .folder(let document) = finding else { return nil }
    guard let document, !(isLink && folder.isEmpty) else {
      guard isLink else {
        throw Problem(
          .refused, "is a folder without a package.json", subject: pattern.description)
      }
      return ClassicPackage(pattern.name, "0.0.0", from: .link)
    }
    let manifest = try ClassicManifest(document.root, in: folder)
    return ClassicPackage(
      manifest, name: pattern.name, from: isLink ? .link : .folder(folder))
  }
}
