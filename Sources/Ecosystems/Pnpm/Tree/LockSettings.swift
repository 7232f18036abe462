import JSON

/// The settings that a lock repeats, which pnpm compares with the project's.
struct LockSettings {
  private let input: ResolverInput

  init(_ input: ResolverInput) {
    self.input = input
  }

  /// Replaces the fields of a lock.
  func write(to fields: inout Object) {
    for (key, value) in expected { fields[key] = value }
  }

  /// Whether a lock has the same settings: `getOutdatedLockfileSetting`.
  func agree(with fields: Object) -> Bool {
    expected.allSatisfy { key, value in
      guard let value else { return fields[key] == nil }
      guard key == "settings" else { return normal(fields[key]) == normal(value) }
      let old = fields[key]?.object ?? Object()
      let new = value.object ?? Object()
      let lenient = ["autoInstallPeers", "excludeLinksFromLockfile"]
      return lenient.allSatisfy { old[$0] == nil || old[$0] == new[$0] }
        && ["dedupePeers", "peersSuffixMaxLength", "injectWorkspacePackages"]
          .allSatisfy { old[$0] == new[$0] }
    }
  }

  private func normal(_ value: Value?) -> Value? {
    switch value {
    case .object(let object):
      .object(
        Object(
          object.members.sorted { $0.key.precedesLexically($1.key) }.map { ($0.key, $0.value) }))
    case .array(let list):
      .array(list.sorted { ($0.string ?? "").precedesLexically($1.string ?? "") })
    default: value
    }
  }

  /// The fields; nil for those that are left out.
  private var expected: [(String, Value?)] {
    let settings = input.settings
    var values = Object([
      ("autoInstallPeers", .bool(settings.autoInstallPeers))
    ])
    if settings.dedupePeers { values["dedupePeers"] = true }
    values["excludeLinksFromLockfile"] = .bool(settings.excludeLinksFromLockfile)
    if settings.peersSuffixMaxLength != 1000 {
      values["peersSuffixMaxLength"] = .int(settings.peersSuffixMaxLength)
    }
    if settings.injectWorkspacePackages { values["injectWorkspacePackages"] = true }
    let overrides = Object(input.overrides.map { ($0.selector, .string($0.value)) })
    return [
      ("settings", .object(values)),
      ("overrides", overrides.isEmpty ? nil : .object(overrides)),
      (
        "packageExtensionsChecksum",
        settings.packageExtensions.map { .string(ExtensionsChecksum.of($0, input.version)) }
      ),
      (
        "ignoredOptionalDependencies",
        settings.ignoredOptionalDependencies.isEmpty
          ? nil
          : .array(
            settings.ignoredOptionalDependencies.sorted { $0.precedesLexically($1) }
              .map { .string($0) })
      ),
      ("patchedDependencies", input.patches.lockEntry(input.version).map { .object($0) }),
    ] + builds
  }

  /// Whether a lock names the same packages that can run scripts.
  func buildsAgree(with fields: Object) -> Bool {
    builds.allSatisfy { key, value in normal(fields[key]) == normal(value) }
  }

  /// Which packages can run scripts, in pnpm 8.
  private var builds: [(String, Value?)] {
    guard input.version.has(.marksBuilds) else { return [] }
    let list = { (names: [String]) in
      Value.array(names.sorted { $0.precedesLexically($1) }.map { .string($0) })
    }
    let (never, only) = (input.settings.neverBuilt, input.settings.onlyBuilt)
    return [
      ("neverBuiltDependencies", never.isEmpty ? nil : list(never)),
      ("onlyBuiltDependencies", only.map(list)),
    ]
  }
}
