import Archives
import Crypto
package import Ecosystem
import HTTP
import JSON
package import JavaScript
import Text
import Time

extension BunSources {
  /// Resolves the lock as Bun does; a project without dependencies has none.
  package mutating func resolve(
    _ plan: UpdatePlan, replacing present: BunSources, for ecosystem: BunEcosystem
  ) async throws(Problem) -> NewLock {
    for target in plan.targets where target.version == nil {
      try requireOneSection(of: target.name)
    }
    let bytes = try await lock(plan, ecosystem)
    let file = lockPath
    let isProven = plan.aim == .fresh || present.lockText?.bytes == bytes
    // It takes about as long as parsing the new lock.
    async let form = Result<Void, Problem> { () throws(Problem) in
      if !isProven { try present.requireForm() }
    }
    var new = NewLock(
      try bytes.map { (bytes) throws(Problem) in
        try copies(of: SourceText(file: file, bytes: bytes))
      } ?? LockedCopies(), bytes)
    let proof = await form
    new.verify = { () async throws(Problem) in try proof.get() }
    return new
  }

  /// Returns the bytes of the new lock; nil for a project without dependencies.
  private func lock(
    _ plan: UpdatePlan, _ ecosystem: BunEcosystem
  ) async throws(Problem) -> [UInt8]? {
    var input = try input(now: ecosystem.now())
    switch plan.aim {
    case .install: input.aim = .install
    case .update(let names): input.aim = .update(names)
    case .updateAll: input.aim = .updateAll
    case .fresh: input.lock = nil
    }
    input.preference = plan.preference
    try input.dialect.check(input)
    if input.manifests.allSatisfy(\.edges.isEmpty) { return nil }
    var resolver = BunResolver(input)
    let (sources, registry) = (self, ecosystem.registry(of: self))
    var driver = ResolutionDriver(subject: project.manifest) {
      (need: BunNeed) async throws(Problem) -> BunFinding in
      try await sources.finding(need, registry)
    }
    try await driver.prepare(&resolver, with: expected(plan.targets))
    let solution = try await driver.run(&resolver)
    let lock = LockBuilder(input: input, graph: solution.graph).lock()
    try solution.graph.requireNoSubstitutes(in: lock, file: lockPath)
    if !solution.isChanged, let old = lockText, let present = input.lock,
      present.config != nil, lock.hasSameLists(as: present)
    {
      return old.bytes
    }
    return lock.bytes
  }

  /// The documents that an update of some targets is sure to need.
  private func expected(_ targets: [Goal.Target]) -> [BunNeed] {
    files.packages(of: targets).compactMap { name in
      detail(of: name).map { .packument(name, isFull: $0 == .full) }
    }
  }

  /// Requires that the root has a dependency in one section at most, besides its peers.
  private func requireOneSection(of name: String) throws(Problem) {
    let root = files.root.root
    let sections = Section.allCases.filter { section in
      section != .peerDependencies && root[section.rawValue]?[name] != nil
    }
    guard sections.count > 1 else { return }
    throw Problem(
      .refused, "is in several sections of package.json, and it isn't certain what an update moves",
      subject: name)
  }
}

extension BunLock {
  /// Whether both have the same trusted packages and patches.
  fileprivate func hasSameLists(as other: BunLock) -> Bool {
    trusted.map(Set.init) == other.trusted.map(Set.init) && Set(patches) == Set(other.patches)
  }
}

extension BunSources {
  /// Collects what a resolution needs from the project's files.
  ///
  /// - Throws: a refusal for constructs whose result isn't certain.
  func input(now: Timestamp) throws(Problem) -> ResolverInput {
    let root = manifests[0].document.root
    var members: [ProjectManifest] = []
    for file in manifests {
      members.append(try ProjectManifest(file.document, in: files.relativeFolder(of: file)))
    }
    var input = ResolverInput(manifests: members)
    input.lock = try lock.get()
    input.lockPath = lockPath
    input.overrides = try overrideRules()
    input.catalogs = try Catalogs(root)
    if let version = bun.version.flatMap({ Version($0) }) { input.dialect = BunDialect(version) }
    if input.dialect.readsExtensions { input.extensions = try PackageExtensions(root) }
    input.trusted = root["trustedDependencies"].map { $0.elements.compactMap(\.string) }
    input.patches = (root["patchedDependencies"]?.members ?? []).compactMap { member in
      member.value.string.map { BunLock.Named(name: member.key, text: $0) }
    }
    input.settings = bunfig
    input.engines = engines
    input.now = now
    try check(input)
    return input
  }

  private func check(_ input: ResolverInput) throws(Problem) {
    var names: Set<String> = []
    for member in input.manifests.dropFirst() {
      guard let name = member.name else {
        throw Problem(.refused, "is a member without a name", subject: member.folder)
      }
      guard names.insert(name).inserted else {
        throw Problem(.failed, "is the name of two members", subject: name)
      }
    }
    let usesDefault = input.lock?.packages.contains { $0.address == "" } ?? false
    if usesDefault, let registry = settings["registry"],
      !registry.hasPrefix(Settings.defaultRegistry)
    {
      throw Problem(
        .refused, "is another default registry, and the lock has addresses of the public one",
        subject: registry)
    }
  }

  /// Fetches or reads what a resolution asks for.
  func finding(_ need: BunNeed, _ registry: Registry) async throws(Problem) -> BunFinding {
    let root = TreePath.folder(of: project.manifest)
    switch need {
    case .packument(let name, let isFull):
      let answer = await registry.answer(of: name, full: isFull)
      if case .failure(let failure) = answer, failure.isOutage { throw failure.problem }
      return .packument(answer)
    case .folder(let path):
      let file = TreePath.join(TreePath.join(root, path), "package.json")
      guard tree.listing.contains(file) else { return .folder(nil) }
      return .folder(try Manifest.document(try await tree.read(file)))
    case .tarball(let path):
      return try await tarball(TreePath.join(root, path))
    }
  }

  private func tarball(_ path: String) async throws(Problem) -> BunFinding {
    guard tree.listing.contains(path) else {
      throw Problem(.refused, "is not in the repository", subject: path)
    }
    let bytes = try await tree.read(path).bytes
    let archive = try Tarball(gzip: bytes, of: path, limit: 64 << 20) { $0 == "package.json" }
    let manifest = archive.entries.last { $0.path == "package.json" }
    guard case .file(let text, _)? = manifest?.content else {
      throw Problem(.refused, "has no package.json", subject: path)
    }
    let document = try Manifest.document(SourceText(file: path, bytes: text))
    return .tarball(document, digest: "sha512-" + Digest(.sha512, of: bytes).base64)
  }

  /// Requires that Bun would write the present lock unchanged.
  ///
  /// - Throws: a refusal with the first line that Bun would write differently.
  func requireForm() throws(Problem) {
    guard let lockText, let lock = try lock.get() else { return }
    try LockFormat(tool: "Bun", command: "bun install --lockfile-only")
      .prove(lockText, isOneOf: [lock.bytes])
  }
}
