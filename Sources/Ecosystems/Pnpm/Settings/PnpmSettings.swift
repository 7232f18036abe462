import Ecosystem
import JSON
import JavaScript
import Text

/// The settings of a project that influence its lock.
struct PnpmSettings: Sendable {
  /// How versions are picked for ranges.
  enum ResolutionMode: String, Sendable {
    case highest
    case timeBased = "time-based"
    case lowestDirect = "lowest-direct"
  }

  var autoInstallPeers = true
  var autoInstallPeersFromHighestMatch = false
  var dedupePeerDependents = true
  var dedupePeers = false
  var dedupeInjectedDeps = true
  var excludeLinksFromLockfile = false
  var peersSuffixMaxLength = 1000
  var injectWorkspacePackages = false
  /// The depth to which members are linked without `workspace:`; -1: never, 0: for members alone.
  var linkWorkspaceDepth = -1
  var preferWorkspacePackages = false
  var resolutionMode = ResolutionMode.highest
  var lockfileIncludeTarballURL = false
  var resolvePeersFromWorkspaceRoot = true
  var strictPeerDependencies = false
  var ignoreCompatibilityDb = false
  var releaseAge = ReleaseAge()
  /// By selector, as configured.
  var overrides: [(selector: String, value: String)] = []
  var packageExtensions: Object?
  /// The paths of patches from the root of the project, by key.
  var patchedDependencies: [(key: String, path: String)] = []
  /// Whether patches that no package uses are ignored; `allowNonAppliedPatches` is pnpm 9's name.
  var allowUnusedPatches = false
  var ignoredOptionalDependencies: [String] = []
  /// `neverBuiltDependencies`, in pnpm 8 alone.
  var neverBuilt: [String] = []
  /// `onlyBuiltDependencies`, in pnpm 8 alone; nil if it isn't set.
  var onlyBuilt: [String]?
  /// Whether `onlyBuiltDependenciesFile` names the packages to build, which the lock then ignores.
  var readsBuiltFromFile = false
  /// The names that `update` leaves alone.
  var updateIgnored: [String] = []
  /// Whether there are `peerDependencyRules` that change what counts as an unmet peer.
  var hasPeerRules = false
  /// `peerDependencyRules` that change manifests, as in pnpm 8.
  var peerRules: Value?

  /// The values of a project's files by the key in camel case, with the place of each.
  private var values: [String: (value: Value, location: Location?)] = [:]

  /// The settings of a project without any.
  private init() {}

  /// Reads the settings of a project.
  ///
  /// - Parameters:
  ///   - manifest: the root's manifest.
  ///   - npmrc: its `.npmrc`.
  ///   - workspace: its `pnpm-workspace.yaml`.
  ///   - version: decides which files are read.
  /// - Throws: a refusal for a setting that martlet does not support.
  init(
    _ manifest: Document, _ npmrc: Settings, _ workspace: WorkspaceFile?, _ version: PnpmVersion
  ) throws(Problem) {
    if version.has(.readsManifestSettings) {
      for entry in npmrc.entries where !entry.key.hasPrefix("//") {
        let key = Self.camelCase(entry.key)
        guard let value = entry.value else {
          guard Self.known.contains(key) else { continue }
          throw Problem(
            .refused, "takes its value from an environment variable, which is unknown",
            subject: entry.key, at: entry.location)
        }
        values[key] = (.string(value), entry.location)
      }
    }
    if version.has(.readsWorkspaceSettings) {
      for (key, value, location) in workspace?.settings ?? [] { values[key] = (value, location) }
    }
    if version.has(.readsManifestSettings) { try read(manifest) }
    try checkUnsupported()
    try readFlags(version)
    try readLists(version)
    if version.has(.marksBuilds) { readBuilds(manifest) }
    try readReleaseAge(version)
    try checkTimes(version)
  }

  /// Refuses publication times from abbreviated documents, which few registries send.
  private func checkTimes(_ version: PnpmVersion) throws(Problem) {
    let isNeeded =
      resolutionMode == .timeBased
      || (releaseAge.minutes > 0 && !version.has(.readsFewFullDocuments))
    guard isNeeded, try flag("registrySupportsTimeField", false) else { return }
    throw Problem(
      .refused,
      "makes pnpm read publication times from abbreviated documents, which martlet doesn't",
      subject: "registrySupportsTimeField", at: values["registrySupportsTimeField"]?.location)
  }

  private mutating func read(_ manifest: Document) throws(Problem) {
    for member in manifest.root["pnpm"]?.members ?? [] {
      let location = member.value.location
      if values[member.key] != nil, Self.manifestKeys.contains(member.key) {
        throw Problem(
          .refused, "is set in package.json and in pnpm-workspace.yaml", subject: member.key,
          at: location)
      }
      if Self.manifestKeys.contains(member.key) {
        values[member.key] = (member.value.value, location)
      }
    }
    guard let resolutions = manifest.root["resolutions"], !resolutions.members.isEmpty else {
      return
    }
    var merged = resolutions.value.object ?? Object()
    for member in values["overrides"]?.value.object?.members ?? [] {
      merged[member.key] = member.value
    }
    values["overrides"] = (.object(merged), resolutions.location)
  }

  private static let manifestKeys: Set<String> = [
    "overrides", "packageExtensions", "patchedDependencies", "ignoredOptionalDependencies",
    "configDependencies", "updateConfig", "peerDependencyRules", "allowNonAppliedPatches",
    "allowUnusedPatches",
  ]

  /// The keys whose value can change the lock.
  private static let known: Set<String> = manifestKeys.union(unsupported.keys).union([
    "autoInstallPeers", "autoInstallPeersFromHighestMatch", "dedupePeerDependents", "dedupePeers",
    "dedupeInjectedDeps", "excludeLinksFromLockfile", "peersSuffixMaxLength",
    "injectWorkspacePackages", "linkWorkspacePackages", "preferWorkspacePackages",
    "resolutionMode", "lockfileIncludeTarballUrl", "resolvePeersFromWorkspaceRoot",
    "strictPeerDependencies", "ignoreCompatibilityDb", "registrySupportsTimeField",
    "minimumReleaseAge",
    "minimumReleaseAgeExclude", "minimumReleaseAgeStrict",
  ])

  /// Unsupported settings, with the values that have no effect.
  private static let unsupported: [String: [Value]] = [
    "sharedWorkspaceLockfile": [true, "true"], "gitBranchLockfile": [false, "false"],
    "mergeGitBranchLockfiles": [false, "false"], "mergeGitBranchLockfilesBranchPattern": [],
    "lockfile": [true, "true"], "lockfileDir": [], "pnpmfile": [], "globalPnpmfile": [],
    "configDependencies": [], "trustPolicy": ["off"], "tag": ["latest"],
    "enableGlobalVirtualStore": [true, "true", false, "false"], "registries": [],
    "namedRegistries": [], "registry": [], "catalogMode": ["manual", "strict", "prefer"],
    "sharedLockfile": [true, "true"], "force": [false, "false"],
  ]

  private func checkUnsupported() throws(Problem) {
    for (key, entry) in values.sorted(by: { $0.key < $1.key }) {
      guard let harmless = Self.unsupported[key], !harmless.contains(entry.value) else { continue }
      // The registry of `.npmrc` is read with the other registries.
      if key == "registry", entry.location?.file.hasSuffix(".npmrc") == true { continue }
      throw Problem(
        .refused, "is a setting that martlet does not support, because it changes the lock",
        subject: key, at: entry.location)
    }
  }

  private mutating func readFlags(_ version: PnpmVersion) throws(Problem) {
    autoInstallPeers = try flag("autoInstallPeers", true)
    autoInstallPeersFromHighestMatch =
      version.has(.joinsPeerRanges) ? try flag("autoInstallPeersFromHighestMatch", false) : false
    dedupePeerDependents = try flag("dedupePeerDependents", true)
    dedupePeers = try flag("dedupePeers", false)
    dedupeInjectedDeps =
      version.has(.readsDedupeInjected)
      ? try flag("dedupeInjectedDeps", version.has(.dedupesInjected)) : false
    resolutionMode = version.has(.picksHighestDirect) ? .highest : .lowestDirect
    excludeLinksFromLockfile = try flag("excludeLinksFromLockfile", false)
    injectWorkspacePackages = try flag("injectWorkspacePackages", false)
    linkWorkspaceDepth = version.has(.linksMembers) ? 0 : -1
    preferWorkspacePackages = try flag("preferWorkspacePackages", false)
    lockfileIncludeTarballURL = try flag("lockfileIncludeTarballUrl", false)
    resolvePeersFromWorkspaceRoot = try flag("resolvePeersFromWorkspaceRoot", true)
    strictPeerDependencies = try flag("strictPeerDependencies", false)
    ignoreCompatibilityDb = try flag("ignoreCompatibilityDb", false)
    let oldName = version.major < 11 ? try flag("allowNonAppliedPatches", false) : false
    allowUnusedPatches = version.major > 9 ? try flag("allowUnusedPatches", oldName) : oldName
    peersSuffixMaxLength = try number("peersSuffixMaxLength") ?? 1000
    if version.major < 9 { forgetLater() }
    if let value = values["linkWorkspacePackages"] {
      linkWorkspaceDepth =
        value.value.scalarText == "deep"
        ? .max : try flag("linkWorkspacePackages", false) ? 0 : -1
    }
    if let mode = values["resolutionMode"] {
      guard let known = mode.value.scalarText.flatMap(ResolutionMode.init) else {
        throw malformed("resolutionMode")
      }
      resolutionMode = known
    }
  }

  /// Resets the settings that pnpm 8 doesn't have.
  private mutating func forgetLater() {
    let standard = PnpmSettings()
    dedupePeers = standard.dedupePeers
    injectWorkspacePackages = standard.injectWorkspacePackages
    peersSuffixMaxLength = standard.peersSuffixMaxLength
  }

  /// Reads the settings of pnpm 8 alone: which packages can run scripts, and rules for peers.
  private mutating func readBuilds(_ manifest: Document) {
    let own = manifest.root["pnpm"]
    neverBuilt = own?["neverBuiltDependencies"]?.elements.compactMap(\.string) ?? []
    onlyBuilt = own?["onlyBuiltDependencies"].map { $0.elements.compactMap(\.string) }
    readsBuiltFromFile = own?["onlyBuiltDependenciesFile"] != nil
    peerRules = own?["peerDependencyRules"]?.value
    hasPeerRules = false
  }

  /// Whether a package can run scripts: `createAllowBuildFunction`.
  func allowsBuild(of name: String) -> Bool {
    if readsBuiltFromFile { return true }
    return onlyBuilt?.contains(name) ?? !neverBuilt.contains(name)
  }

  private mutating func readLists(_ version: PnpmVersion) throws(Problem) {
    for member in values["overrides"]?.value.object?.members ?? [] {
      guard let value = member.value.string else { throw malformed("overrides") }
      overrides.append((member.key, value))
    }
    packageExtensions = values["packageExtensions"]?.value.object.flatMap { $0.isEmpty ? nil : $0 }
    for member in values["patchedDependencies"]?.value.object?.members ?? [] {
      guard let path = member.value.string else { throw malformed("patchedDependencies") }
      patchedDependencies.append((member.key, path))
    }
    if version.major > 8 {
      ignoredOptionalDependencies = try list("ignoredOptionalDependencies")
    }
    updateIgnored =
      values["updateConfig"]?.value["ignoreDependencies"]?.array?.compactMap(\.string) ?? []
    hasPeerRules = values["peerDependencyRules"]?.value.object?.isEmpty == false
  }

  /// Reads the minimum age of releases, which pnpm 11 has even if nothing sets it.
  private mutating func readReleaseAge(_ version: PnpmVersion) throws(Problem) {
    guard version.has(.knowsReleaseAge) else { return }
    let own = try number("minimumReleaseAge")
    let isStrict = try flag("minimumReleaseAgeStrict", own != nil)
    releaseAge.minutes = own ?? (version.has(.recordsYoungReleases) ? 1440 : 0)
    releaseAge.isStrict =
      releaseAge.minutes > 0 && (isStrict || !version.has(.recordsYoungReleases))
    releaseAge.isRecorded = releaseAge.minutes > 0 && version.has(.recordsYoungReleases)
    let exclusions = ReleaseAgeExclusions(
      try list("minimumReleaseAgeExclude"), mergesRules: version.has(.recordsYoungReleases))
    guard let exclusions else { throw malformed("minimumReleaseAgeExclude") }
    releaseAge.exclusions = exclusions
  }

  private func list(_ key: String) throws(Problem) -> [String] {
    guard let value = values[key]?.value else { return [] }
    guard let list = value.array else { throw malformed(key) }
    return list.compactMap(\.string)
  }

  private func flag(_ key: String, _ standard: Bool) throws(Problem) -> Bool {
    guard let value = values[key]?.value else { return standard }
    switch value.scalarText {
    case "true": return true
    case "false": return false
    default: throw malformed(key)
    }
  }

  private func number(_ key: String) throws(Problem) -> Int? {
    guard let value = values[key]?.value else { return nil }
    guard let number = value.scalarText.flatMap({ Int($0) }) else { throw malformed(key) }
    return number
  }

  private func malformed(_ key: String) -> Problem {
    Problem(
      .refused, "has a value that martlet does not support", subject: key, at: values[key]?.location
    )
  }

  /// Converts `auto-install-peers` to `autoInstallPeers`.
  private static func camelCase(_ key: String) -> String {
    let parts = key.split(separator: "-")
    guard let first = parts.first else { return key }
    return first + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
