package import Ecosystem
import JSON
import JavaScript
import Text
import Time

extension PnpmSources {
  /// Refuses what can't be resolved without running code, and a lock of another tool.
  package func requireSupport(writing: Bool) throws(Problem) {
    guard writing else { return }
    try tools.require(.pnpm)
    _ = try lock.get()
    _ = try version(toolchain)
    let folder = TreePath.folder(of: project.manifest)
    for name in [".pnpmfile.cjs", ".pnpmfile.mjs", "pnpmfile.js"] {
      let path = TreePath.join(folder, name)
      guard tree.listing.contains(path) else { continue }
      throw Problem(
        .refused, "is code that can change every manifest, and martlet does not run it",
        subject: path, at: Location(file: path, line: 1, column: 1))
    }
    if let locked = try? lock.get(), locked.fields["pnpmfileChecksum"] != nil {
      throw Problem(
        .refused, "is the checksum of code that can change every manifest",
        subject: "pnpmfileChecksum",
        at: lockText?.location(at: 0))
    }
  }

  /// Returns the version of pnpm that the project uses.
  ///
  /// First what the repository states, then the operator's file; a lock alone is written by several
  /// versions: the newest that agrees with its settings and leaves its packages and their order.
  func version(_ toolchain: Toolchain) throws(Problem) -> PnpmVersion {
    let stated = tools[.pnpm, weakest: .engines]
    let lock = lockText == nil ? nil : try? lock.get()
    if let version = stated?.version {
      return try PnpmVersion(version.description, at: stated?.location)
        .requiring(lock?.layout, stated?.location)
    }
    if let text = toolchain.stated(.pnpm) {
      return try PnpmVersion(text, at: nil).requiring(lock?.layout, lockText?.location(at: 0))
    }
    let candidates = try candidates(stated)
    let standard = try PnpmVersion(ToolchainKey.pnpm.standard, at: nil)
    let usual = candidates.first { $0.major == standard.major } ?? candidates[0]
    guard let lock else { return usual }
    let location = lockText?.location(at: 0)
    let fitting = candidates.filter { $0.layout == lock.layout }
    guard !fitting.isEmpty else { return try usual.requiring(lock.layout, location) }
    try refuseUndatedLock(lock, location)
    for candidate in fitting {
      guard let input = try? input(.install, candidate, now: .epoch) else { continue }
      if LockSettings(input).agree(with: lock.fields), candidate.fits(lock) { return candidate }
    }
    return fitting.first { $0.major == standard.major } ?? fitting[0]
  }

  /// Returns the minimum age of releases; none if the version of pnpm isn't known, whose locks aren't
  /// written either.
  func releaseAge(_ toolchain: Toolchain) async throws(Problem) -> ReleaseAge {
    try await knownAge.value { () async throws(Problem) in
      guard let version = try? self.version(toolchain) else { return ReleaseAge() }
      return try PnpmSettings(manifests[0].document, npmrc, workspace, version).releaseAge
    }
  }

  /// Returns the versions in a stated range that are tried for a lock, newest first.
  private func candidates(_ stated: ToolStatement?) throws(Problem) -> [PnpmVersion] {
    let candidates = try Self.newest.map { (text) throws(Problem) in
      try PnpmVersion(text, at: nil)
    }
    guard let range = stated?.range else { return candidates }
    let inRange = candidates.filter { candidate in
      let own = Range(">=\(candidate.major).0.0 <\(candidate.major + 1).0.0-0")
      return own.map(range.intersects) ?? false
    }
    guard !inRange.isEmpty else {
      throw Problem(
        .refused,
        "names a version whose lock martlet does not write, only \(PnpmVersion.written)",
        subject: stated?.origin, at: stated?.location)
    }
    // The minor versions of pnpm 8 write different locks, and a lock doesn't show which one wrote it.
    let certain = inRange.filter { $0.major > 8 || range.contains($0.version) }
    guard !certain.isEmpty else {
      throw Problem(
        .refused, "names several versions of pnpm 8, which write different locks",
        subject: stated?.origin, at: stated?.location,
        advice: "name one version in `packageManager` of package.json")
    }
    return certain
  }

  /// Refuses a lock that only versions before those that are known write.
  ///
  /// pnpm 8.6 and later write `settings` in each lock.
  private func refuseUndatedLock(_ lock: Lock, _ location: Location?) throws(Problem) {
    guard lock.exists, lock.layout == .joined, lock.fields["settings"] == nil else { return }
    throw Problem(
      .refused, "is a lock of pnpm before 8.6, and the repository names no version of pnpm",
      subject: "lockfileVersion \(lock.layout.version)", at: location,
      advice: "name the version in `packageManager` of package.json")
  }

  /// The newest version of each rule for locks.
  private static let newest = ["11.22.0", "11.0.0", "10.34.5", "9.15.9", "8.15.9"]

  /// Returns the task of a resolver.
  func input(
    _ aim: ResolverInput.Aim, _ version: PnpmVersion, now: Timestamp
  ) throws(Problem) -> ResolverInput {
    let root = manifests[0].document
    let settings = try PnpmSettings(root, npmrc, workspace, version)
    let catalogs = Catalogs(workspace)
    let rules = try OverrideRules(
      settings.overrides, PackageManifest(root.root), catalogs, version)
    let hooks = ManifestHooks(
      settings, builtIn: BuiltInExtensions.of(version), rules)
    var patches: [(key: String, path: String, bytes: [UInt8])] = []
    for (key, path) in settings.patchedDependencies {
      guard let bytes = patchFiles[path] else {
        throw Problem(.failed, "is not in the repository", subject: path)
      }
      patches.append((key, path, bytes))
    }
    let members = manifestsInOrder(of: version).map { file in
      ResolverInput.Member(
        id: id(of: file), manifest: hooks.apply(PackageManifest(file.document.root)),
        publishDirectory: file.document.root["publishConfig"]?["directory"]?.string,
        dependenciesMeta: file.document.root["dependenciesMeta"]?.value.object)
    }
    var input = ResolverInput(
      aim: aim, version: version, settings: settings, catalogs: catalogs, members: members,
      isWorkspace: workspace != nil, lock: try presentLock(version), hooks: hooks,
      overrides: rules.locked, patches: Patches(patches, version), registries: npmrc, now: now)
    input.linkedFolders = linkedManifests.map { folder, document in
      ResolverInput.Member(id: folder, manifest: PackageManifest(document.root))
    }
    return input
  }

  /// Returns the lock, or an empty one in the form of a version.
  private func presentLock(_ version: PnpmVersion) throws(Problem) -> Lock {
    let lock = try self.lock.get()
    return lock.exists ? lock : Lock(version.layout)
  }

  /// Returns the manifests in the order in which pnpm resolves them.
  ///
  /// pnpm 8, 9 and 10 add each member of a workspace once its `.npmrc` was read. They read all of them at
  /// once, so the members that have one, often only the root, come last.
  /// Source: `recursive.ts` and `readLocalConfig.ts` of pnpm 10.34.5, and a trace of it.
  private func manifestsInOrder(of version: PnpmVersion) -> [ManifestFile] {
    guard workspace != nil, version.has(.readsSettingsOfMembers) else { return manifests }
    let hasSettings = { (file: ManifestFile) in
      tree.listing.contains(TreePath.sibling(of: file.path, named: ".npmrc"))
    }
    return manifests.filter { !hasSettings($0) } + manifests.filter(hasSettings)
  }
}

extension PnpmVersion {
  /// Returns the version; refuses a lock of a form that it would convert or ignore.
  fileprivate func requiring(
    _ layout: LockLayout?, _ location: Location?
  ) throws(Problem) -> PnpmVersion {
    guard let layout, layout != self.layout else { return self }
    throw Problem(
      .refused,
      "is not the version of the lock that pnpm \(major) writes, which would convert all its lines",
      subject: "lockfileVersion \(layout.version)", at: location,
      advice: "run `pnpm install` with pnpm \(major) and commit the lock before the next update")
  }

  /// Whether the version could have written the importers and the packages of a lock.
  fileprivate func fits(_ lock: Lock) -> Bool {
    if let isOld = lock.isOrderedByPnpm9, isOld == has(.sortsSections) { return false }
    if !BuiltInExtensions.fit(lock, self) { return false }
    return major > 9 || !lock.packages.values.contains { $0.manifest["libc"] != nil }
  }
}
