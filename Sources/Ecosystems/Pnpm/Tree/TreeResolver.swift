import Ecosystem
import JSON
import JavaScript
import Time

/// A document of a registry that a resolution needs.
struct DocumentRequest: Hashable, Sendable, CustomStringConvertible {
  var name: String
  /// Whether the full document is needed, with times and `libc`.
  var isFull: Bool

  var description: String { name }
}

/// Resolves the packages of all importers, breadth first, without peers' own places.
///
/// Source: `resolveDependencies.ts` of pnpm 10. pnpm resolves all packages of one depth at the same
/// time; here the steps of a depth run one after the other, and each depth starts with the
/// documents that it needs.
final class TreeResolver: ResumableResolution {
  let input: ResolverInput
  let tree: DependencyTree
  var documents: [DocumentRequest: Result<Packument, LookUpFailure>] = [:]
  var releases: [PublishedRelease.Key: PublishedRelease] = [:]
  var updates: UpdateHistory
  /// Versions by package: those of the lock and all that were resolved.
  var knownVersions: [String: [String]] = [:]
  /// The versions of the old lock by package.
  private(set) lazy var lockedVersions: [String: [Version]] = input.lock.versionsByName
  var pendingPeers: [String: PendingPeers] = [:]
  /// The places of packages in pnpm 8.
  var encounters: [String: [Encounter]] = [:]
  /// The importers that resolved the dependencies of packages, in pnpm 8.
  var importersOfPackages: [String: Set<Int>] = [:]
  /// The places that decide the dependencies of packages in pnpm 11.
  var owners: [String: ChildrenOwner] = [:]
  /// The places of packages that decided their dependencies, or would have.
  var decidedNodes: [String: [(node: NodeID, path: PackagePath)]] = [:]
  var appliedPatches: Set<String> = []
  /// The versions that are too young and that pnpm 11 makes exceptions of: `a@1.0.0`.
  var exceptions: Set<String> = []
  /// The names whose packages are updated in all their places; nil for all.
  let updatesName: (String) -> Bool
  let members: WorkspaceMembers
  let publishedBy: Timestamp?
  /// The publication times of direct dependencies in `time-based` mode, as the registry writes them.
  var directTimes: [String: String] = [:]

  private lazy var importerWanted = ImporterWanted(input)
  private var queue: [Step] = []
  /// The documents of the lock's packages, until the first round of requests.
  private var hints: [DocumentRequest]
  private var direct: [Step] = []
  /// The documents of the direct dependencies.
  private(set) var directNeeds: Set<DocumentRequest> = []
  var importers: [ImporterState] = []
  private var stage = Stage.start
  private var problem: Problem?
  private var cache: [String: PackageManifest] = [:]
  /// The kinds of requirements; most are asked for repeatedly.
  private var kinds: [String: RegistrySpec.Kind?] = [:]
  /// The ranges of requirements; the same ones occur in many packages.
  private var ranges: [String: Range?] = [:]

  private enum Stage {
    case start, direct, children, required, optional, ended
  }

  /// The direct dependencies of an importer, as far as they are resolved.
  struct ImporterState {
    /// The references of the old lock that can be kept.
    let references: [String: String]
    var addresses: [Address] = []
    /// The places of packages that are only added as providers of peers.
    var hoistedProviders: Set<NodeID> = []
    var findings: PeerFindings?
    var parents: [String: Provided]
    var preferred: PreferredVersions
    var missingOptional: [String: [String]] = [:]
    var optionalNames: [String] = []
    var isSettled = false
    var step: Step?
  }

  /// Prepares a resolution.
  ///
  /// - Parameters:
  ///   - input: the task.
  ///   - order: when steps see each other's updates.
  init(_ input: ResolverInput, order: UpdateOrder = .usual) {
    self.input = input
    tree = DependencyTree(input.version)
    updates = UpdateHistory(order, input.version)
    members = WorkspaceMembers(input.isWorkspace ? input.members : [])
    switch input.aim {
    case .install: updatesName = { _ in false }
    case .update(let names):
      let matcher = NameMatcher(names.sorted())
      updatesName = { matcher.matches($0) }
    case .updateAll: updatesName = { _ in true }
    }
    publishedBy = input.settings.releaseAge.limit(at: input.now)
    hints = input.lockedRequests
    if input.settings.autoInstallPeers {
      for path in input.lock.packages.keys.sorted(by: { $0.precedesLexically($1) }) {
        guard let (name, version) = input.lock.nameAndVersion(of: path) else { continue }
        addKnown(version, of: name)
      }
    }
  }

  /// Whether packages below direct dependencies are picked by the time of those.
  var isTimeBased: Bool { input.settings.resolutionMode == .timeBased && input.aim == .install }

  var hoistsPeers: Bool {
    input.settings.autoInstallPeers
      || input.version.has(.findsPeersToDeduplicate) && input.settings.dedupePeerDependents
  }

  /// Parses a requirement on a package of a registry; nil for another one.
  func spec(of wanted: Wanted) -> RegistrySpec? {
    RegistrySpec(wanted.requirement, alias: wanted.alias) { text in
      if let known = kinds[text] { return known }
      let kind = RegistrySpec.kind(of: text)
      kinds[text] = .some(kind)
      return kind
    }
  }

  /// Parses a range loosely; nil for a requirement that isn't one by the strict grammar.
  func range(of requirement: String) -> Range? {
    if let known = ranges[requirement] { return known }
    let range = Range(requirement).map { Range(requirement, loose: true) ?? $0 }
    ranges[requirement] = .some(range)
    return range
  }

  func addKnown(_ version: String, of name: String) {
    if knownVersions[name]?.contains(version) != true {
      knownVersions[name, default: []].append(version)
    }
  }

  func resume() throws(Problem) -> ResolutionStep<TreeResolver, DocumentRequest> {
    while true {
      while !queue.isEmpty {
        let needs = self.needs
        if !needs.isEmpty {
          defer { hints = [] }
          return .needs(needs, hints: hints)
        }
        let current = queue
        queue = []
        updates.begin(current)
        for step in ordered(current) { try process(step) }
        if let problem { throw problem }
      }
      if stage == .ended { return .finished(self) }
      try advance()
      if let problem { throw problem }
    }
  }

  func add(
    _ document: Result<Packument, LookUpFailure>, for need: DocumentRequest
  ) throws(Problem) -> [DocumentRequest] {
    documents[need] = document
    return []
  }

  private var needs: [DocumentRequest] {
    var asked: Set<DocumentRequest> = []
    var result: [DocumentRequest] = []
    for step in queue {
      for wanted in step.wanted {
        guard let need = request(for: wanted, step), documents[need] == nil else { continue }
        if asked.insert(need).inserted { result.append(need) }
      }
    }
    return result
  }

  func fail(_ problem: Problem) {
    if self.problem == nil { self.problem = problem }
  }

  func enqueue(_ step: Step) {
    updates.enter(step, needs: step.depth == 1 ? needs(of: step) : StepNeeds())
    queue.append(step)
  }

  /// Sorts the steps of a depth by importer and path in pnpm 11: `compareChildrenResolutionOwners`.
  private func ordered(_ steps: [Step]) -> [Step] {
    guard input.version.has(.resolvesByPath) else { return steps }
    let paths = steps.map { (step: $0, path: $0.path.ids) }
    return paths.sorted { left, right in
      let (one, other) = (left.step.importer, right.step.importer)
      guard one == other else { return one < other }
      for (one, other) in zip(left.path, right.path) where one != other {
        return one.precedesLexically(other)
      }
      return left.path.count < right.path.count
    }.map(\.step)
  }

  private func advance() throws(Problem) {
    switch stage {
    case .start:
      stage = .direct
      for index in input.members.indices { try startImporter(index) }
    case .direct:
      stage = .children
      let date = timeBasedDate()
      for step in direct {
        directNeeds.formUnion(step.wanted.compactMap { request(for: $0, step) })
      }
      for step in direct {
        startChildren(of: step, weight: PreferredSelector.direct, publishedBy: date)
      }
      updates.beginStage()
    case .children:
      guard importers.allSatisfy({ $0.findings != nil }) else {
        throw Problem(.failed, "did not resolve the peers of all packages", subject: "pnpm")
      }
      stage = hoistsPeers ? .required : .ended
      if hoistsPeers { startRequired() }
    case .required:
      guard importers.allSatisfy(\.isSettled) else {
        throw Problem(.failed, "did not resolve the peers of all packages", subject: "pnpm")
      }
      stage = .optional
      updates.beginStage()
      if !input.version.has(.hoistsOptional) || !startOptional() { stage = .ended }
    case .optional:
      stage = .required
      startRequired()
    case .ended: return
    }
  }

  private func startRequired() {
    updates.beginStage()
    for index in importers.indices {
      importers[index].missingOptional = [:]
      importers[index].optionalNames = []
      importers[index].isSettled = false
    }
    for index in importers.indices { hoistRequired(index) }
  }

  private func startImporter(_ index: Int) throws(Problem) {
    let member = input.members[index]
    let own = try importerWanted.wanted(of: index)
    let references = importerWanted.references(of: index, own)
    let wanted = locked(own, resolved: references, preferred: [:])
    importers.append(
      ImporterState(
        references: references,
        parents: Dictionary(
          wanted.map { ($0.alias, Provided.somewhere) }, uniquingKeysWith: { first, _ in first }),
        preferred: preferred(of: index)))
    let mode = input.settings.resolutionMode
    let isUpdate = input.aim != .install
    let step = Step(
      wanted: wanted, preferred: importers[index].preferred, parents: importers[index].parents,
      path: PackagePath(member.id), parentID: member.id, isParentOptional: false,
      isParentInjected: false,
      depth: 0, updateDepth: -1, publishedBy: publishedBy,
      isLowest: mode != .highest && !isUpdate, importer: index, isDirect: true,
      done: { [weak self] addresses, findings in
        self?.importers[index].addresses = addresses
        self?.importers[index].findings = findings
      })
    importers[index].step = step
    direct.append(step)
    enqueue(step)
  }

  private func preferred(of index: Int) -> PreferredVersions {
    guard importerWanted.sharesPreferred else { return importerWanted.preferred(of: index) }
    if let shared = importers.first { return shared.preferred }
    return importerWanted.sharedPreferred()
  }

  /// Returns the newest time of a direct dependency, with an hour more, in `time-based` mode.
  private func timeBasedDate() -> Timestamp? {
    guard isTimeBased else { return publishedBy }
    let times = direct.flatMap(\.addresses).compactMap { $0.package?.published }
    guard let newest = times.max() else { return publishedBy }
    return min(newest + .seconds(3_600), publishedBy ?? .distantFuture)
  }

  /// Resolves the requirements of a step.
  private func process(_ step: Step) throws(Problem) {
    for wanted in step.wanted {
      guard let address = try resolve(wanted, in: step) else { continue }
      step.addresses.append(address)
      if address.isLink { continue }
      if address.isNew {
        step.openChildren.append((address, wanted))
      } else if let peers = address.childPeers {
        step.postponed.append(peers)
      }
    }
    if !step.isDirect { startChildren(of: step, weight: 1, publishedBy: step.publishedBy) }
  }

  private func startChildren(of step: Step, weight: Int, publishedBy: Timestamp?) {
    let preferred = PreferredVersions(step.preferred)
    step.childDate = publishedBy
    for address in step.addresses {
      step.ownParents[address.alias] = .package(address)
      if address.isUpdated { updates.add(address.alias, by: step) }
      guard let package = address.package else { continue }
      preferred.add(
        package.version, PreferredSelector(kind: .version, weight: weight), of: package.name)
    }
    step.allParents = step.parents.merging(step.ownParents) { $1 }
    step.childResults = Array(repeating: nil, count: step.openChildren.count)
    for (index, child) in step.openChildren.enumerated() {
      start(child.0, child.1, at: index, below: step, preferred, publishedBy)
    }
    finishIfReady(step)
  }

  private func start(
    _ address: Address, _ wanted: Wanted, at index: Int, below step: Step,
    _ preferred: PreferredVersions, _ publishedBy: Timestamp?
  ) {
    guard let manifest = address.manifest else { return }
    guard isDeciding(address) else { return follow(address, at: index, below: step) }
    let current = wanted.locked?.dependencies
    let own = Wanted.ofPackage(manifest, input.version)
    let child = Step(
      wanted: locked(
        own, resolved: address.isUpdated ? [:] : current ?? [:], preferred: current ?? [:],
        known: preferred),
      preferred: preferred, parents: step.allParents,
      path: PackagePath(address.id, below: step.path),
      parentID: address.id, isParentOptional: address.isOptional,
      isParentInjected: address.isInjectedMember,
      isParentSkipped: address.isSkipped, depth: step.depth + 1,
      updateDepth: wanted.updateDepth ?? step.updateDepth, publishedBy: publishedBy,
      isLowest: false, importer: step.importer, isDirect: false,
      done: { [weak self] addresses, findings in
        guard let self else { return }
        guard isDeciding(address) else {
          follow(address, at: index, below: step)
          return finishIfReady(step)
        }
        finish(address, addresses, at: step.depth, locked: current)
        decide(address, in: step)
        address.childPeers?.resolve(findings.missing)
        step.childResults[index] = findings.filtered(by: step.allParents)
        finishIfReady(step)
      })
    child.parent = step.moment
    enqueue(child)
  }

  /// Sets the result of a child whose dependencies another place decides.
  private func follow(_ address: Address, at index: Int, below step: Step) {
    guard let peers = followOwner(address, in: step) else {
      step.childResults[index] = PeerFindings()
      return
    }
    let set = { (missing: MissingPeers) in
      step.childResults[index] = PeerFindings(missing: missing).filtered(by: step.allParents)
    }
    if let missing = peers.value { return set(missing) }
    peers.whenResolved { [weak self] missing in
      set(missing)
      self?.finishIfReady(step)
    }
  }

  /// Enters the children of a package's first place.
  private func finish(
    _ address: Address, _ children: [Address], at depth: Int, locked: [String: String]?
  ) {
    let ids = children.map { (alias: $0.alias, id: $0.id) }
    if let earlier = tree.childrenOfPackages[address.id], input.version.has(.resolvesPerImporter),
      !earlier.elementsEqual(ids, by: ==)
    {
      fail(
        Problem(
          .refused,
          "gets other dependencies below each member of the workspace, and those that pnpm "
            + "resolves last count",
          subject: address.id))
    }
    tree.childrenOfPackages[address.id] = ids
    if tree.repeated.contains(address.node) { return }
    guard let package = address.package else { return }
    let known = children.map { (alias: $0.alias, node: $0.node) }
    let old = tree[address.node]?.depth ?? depth
    let node = TreeNode(package, depth: min(old, depth), .known(known))
    node.locked = address.locked.map { ($0, false) }
    node.newChildren = Set(
      children.filter { child in
        guard !child.isLink, let reference = locked?[child.alias] else { return true }
        return child.locked?.path != DependencyPath.path(of: reference, alias: child.alias)
      }.map(\.alias))
    tree[address.node] = node
  }

  /// Completes a step when all below it is resolved, and the peers that it waits for are known.
  private func finishIfReady(_ step: Step) {
    guard step.childResults.allSatisfy({ $0 != nil }), step.peerResults.isEmpty else { return }
    if !hoistsPeers { return step.done(step.addresses, PeerFindings()) }
    if step.postponed.isEmpty { return complete(step) }
    let parents = step.isDirect ? step.allParents : step.parents
    step.peerResults = Array(repeating: nil, count: step.postponed.count)
    for (index, peers) in step.postponed.enumerated() {
      peers.whenResolved { [weak self] missing in
        step.peerResults[index] = PeerFindings(missing: missing).filtered(by: parents)
        if step.peerResults.allSatisfy({ $0 != nil }) { self?.complete(step) }
      }
    }
  }

  private func complete(_ step: Step) {
    let results = (step.childResults + step.peerResults).compactMap(\.self)
    var resolved: [String: Address] = [:]
    for result in results { resolved.merge(result.resolved) { $1 } }
    var missing: [MissingPeers] = []
    for address in step.addresses {
      let own = PeerFindings(missing: address.missingPeers, resolved: resolved)
        .filtered(by: step.ownParents)
      resolved = own.resolved
      missing.append(own.missing)
    }
    let merged = PeerRanges.merge(
      missing + results.map(\.missing), joins: input.settings.autoInstallPeersFromHighestMatch)
    step.done(step.addresses, PeerFindings(missing: merged, resolved: resolved))
  }

  /// Returns a manifest after the project's hooks.
  func hooked(_ manifest: PackageManifest, id: String) -> PackageManifest {
    if let known = cache[id] { return known }
    let result = input.hooks.apply(manifest)
    cache[id] = result
    return result
  }
}
