import Ecosystem
import JSON
import JavaScript
import Time

/// Missing peers of importers become direct dependencies: `resolveRootDependencies`, `hoistPeers.ts`.
extension TreeResolver {
  /// Adds the required peers that an importer misses, until it misses none.
  func hoistRequired(_ index: Int) {
    for address in importers[index].addresses {
      importers[index].parents[address.alias] = .somewhere
    }
    var required: [(name: String, range: String)] = []
    let findings = importers[index].findings ?? PeerFindings()
    var optional: [(String, String)] = []
    for (name, peer) in findings.missing.pairs {
      if peer.isOptional {
        optional.append((name, peer.range))
      } else {
        required.append((name, peer.range))
        if !input.version.has(.confusesMissingPeers) { importers[index].parents[name] = .somewhere }
      }
    }
    if input.settings.autoInstallPeers {
      for (name, address) in findings.resolved.sorted(by: { $0.key < $1.key })
      where importers[index].parents[name] == nil {
        importers[index].addresses.append(address)
        if input.version.has(.bindsCompleteNodes) {
          importers[index].hoistedProviders.insert(address.node)
        }
      }
    }
    for (name, range) in optional {
      if importers[index].missingOptional[name] == nil {
        importers[index].optionalNames.append(name)
      }
      if importers[index].missingOptional[name]?.contains(range) != true {
        importers[index].missingOptional[name, default: []].append(range)
      }
    }
    let wanted = required.compactMap { name, range in
      hoisted(name, range).map { Wanted(name, $0) }
    }
    guard !required.isEmpty, !wanted.isEmpty else {
      importers[index].isSettled = true
      return
    }
    start(wanted, at: index) { [weak self] in self?.hoistRequired(index) }
  }

  /// Adds the optional peers that importers miss and that some version in use fits.
  ///
  /// - Returns: whether there are any.
  func startOptional() -> Bool {
    var isAny = false
    for index in importers.indices {
      let wanted = importers[index].optionalNames.compactMap { name -> Wanted? in
        let ranges = importers[index].missingOptional[name] ?? []
        return fitting(name, ranges).map { Wanted(name, $0, isOptional: true) }
      }
      if wanted.isEmpty { continue }
      isAny = true
      start(wanted, at: index) {}
    }
    return isAny
  }

  private func start(_ wanted: [Wanted], at index: Int, then: @escaping () -> Void) {
    guard let original = importers[index].step else { return }
    let references = importers[index].references
    enqueue(
      Step(
        wanted: locked(wanted, resolved: references, preferred: [:]),
        preferred: importers[index].preferred, parents: importers[index].parents,
        path: original.path, parentID: original.parentID, isParentOptional: false,
        isParentInjected: false, depth: 0, updateDepth: -1,
        publishedBy: hoistDate(original), isLowest: false, importer: index, isDirect: false,
        done: { [weak self] addresses, findings in
          guard let self else { return }
          importers[index].addresses += addresses
          importers[index].findings = findings.filtered(by: importers[index].parents)
          then()
        }))
  }

  private func hoistDate(_ step: Step) -> Timestamp? { step.childDate ?? step.publishedBy }

  /// Returns the requirement with which a missing peer is installed; nil if it is not.
  private func hoisted(_ name: String, _ range: String) -> String? {
    if input.version.has(.hoistsByRange) { return range }
    let root = rootSpecifier(name)
    if input.version.has(.hoistsWithinRanges), input.settings.autoInstallPeers || root != nil,
      let value = input.hooks.override(of: name, range)
    {
      return value == "-" ? nil : value
    }
    if let root { return root }
    guard let versions = knownVersions[name] else {
      return input.settings.autoInstallPeers ? range : nil
    }
    let readable = PeerRanges.versions(in: range)
    if input.version.has(.hoistsWithinRanges), Range(readable) != nil {
      let fitting = versions.filter { PeerCheck.satisfies($0, readable) }
      return highest(fitting) ?? (input.settings.autoInstallPeers ? range : nil)
    }
    if input.version.has(.hoistsFromRoot), let exact = Version(range) {
      let found = versions.first { Version($0) == exact }
      return found ?? (input.settings.autoInstallPeers ? range : highest(versions))
    }
    return highest(versions)
  }

  /// Returns the requirement of the workspace's root for a package, by alias or else by name.
  private func rootSpecifier(_ name: String) -> String? {
    guard input.version.has(.hoistsFromRoot), input.settings.resolvePeersFromWorkspaceRoot,
      let root = input.members.firstIndex(where: { $0.id == "." })
    else { return nil }
    let addresses = importers[root].addresses
    if let found = addresses.first(where: { $0.alias == name })?.specifier { return found }
    return addresses.filter { $0.name == name }
      .min { $0.alias.precedesLexically($1.alias) }?.specifier
  }

  private func highest(_ versions: [String]) -> String? {
    versions.compactMap { text in Version(text, loose: true).map { (text, $0) } }
      .max { $0.1 < $1.1 }?.0
  }

  private func fitting(_ name: String, _ ranges: [String]) -> String? {
    let readable = ranges.compactMap { Range($0) }
    guard readable.count == ranges.count else { return nil }
    let specifier = input.version.has(.hoistsWithinRanges) ? rootSpecifier(name) : nil
    let root = specifier.flatMap { Range(PeerRanges.versions(in: $0)) }
    return highest(
      (knownVersions[name] ?? []).filter { text in
        guard let version = Version(text) else { return false }
        return readable.allSatisfy { $0.contains(version) } && root?.contains(version) ?? true
      })
  }
}
