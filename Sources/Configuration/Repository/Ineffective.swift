import Ecosystem
import Text
import YAML

/// Reports the valid keys of an entry that have no effect, with the reason.
func reportIneffective(
  _ entry: UpdateEntry, _ node: Node, _ ecosystems: EcosystemCatalog, _ decoding: inout Decoding
) {
  let selected = ecosystems.descriptions(in: entry.ecosystem)
  if entry.wantsVendor, let value = node["vendor"], selected.allSatisfy({ $0.vendorFolder == nil })
  {
    let names = ecosystems.descriptions.filter { $0.vendorFolder != nil }.map(\.displayName)
    decoding.warn(
      "'vendor' has no effect: of martlet's ecosystems only \(names.joined(separator: " and ")) "
        + "vendors", at: value)
  }
  if let value = node["directory"], value.string?.contains("*") == true {
    decoding.warn("'directory' takes no pattern: 'directories' does", at: value)
  }
  locks(entry, node, selected, &decoding)
  titles(entry, node, &decoding)
  impact(entry, node, &decoding)
  for group in entry.groups {
    if let value = node["groups"]?[group.name] {
      reportIneffective(group, of: entry, value, &decoding)
    }
  }
  if entry.multiEcosystemGroup != nil, node["patterns"] == nil,
    let value = node["multi-ecosystem-group"]
  {
    decoding.note("without 'patterns' all dependencies of the entry are in the group", at: value)
  }
  if entry.pins, let value = node["pin"], entry.ecosystem != nil,
    selected.allSatisfy({ !$0.pins })
  {
    let languages = selected.map(\.language).joined(separator: " and ")
    decoding.note("'pin' has no effect for \(languages)", at: value)
  }
  if entry.versioningStrategy == .widen, let value = node["versioning-strategy"],
    entry.ecosystem != nil, selected.allSatisfy({ !$0.widensRequirements })
  {
    let languages = selected.map(\.language).joined(separator: " and ")
    decoding.note(
      "for \(languages), 'widen' does what 'increase-if-necessary' does", at: value)
  }
}

/// Reports settings for locks in an entry whose ecosystem has none.
private func locks(
  _ entry: UpdateEntry, _ node: Node, _ selected: [EcosystemDescription],
  _ decoding: inout Decoding
) {
  guard entry.ecosystem != nil, !selected.isEmpty, selected.allSatisfy(\.isWithoutLock) else {
    return
  }
  let names = selected.map(\.displayName).joined(separator: " and ")
  if let value = node["versioning-strategy"], value.string == "lockfile-only" {
    decoding.warn("'lockfile-only' has no effect: \(names) has no lock file", at: value)
  }
  if let value = node["lock-file-maintenance"] {
    decoding.warn("'lock-file-maintenance' has no effect: \(names) has no lock file", at: value)
  }
}

extension EcosystemDescription {
  /// Whether the manifests themselves name the exact versions.
  fileprivate var isWithoutLock: Bool { manifests.contains(lockFile) }
}

/// Reports reviewers in a file that Dependabot itself reads.
func reportReviewers(
  _ entry: UpdateEntry, _ node: Node, _ rules: FileRules, _ decoding: inout Decoding
) {
  guard rules.isReadByDependabot, let value = node["reviewers"], !entry.reviewers.isEmpty else {
    return
  }
  decoding.note(
    "'reviewers' has no effect, as with Dependabot since 2025: a CODEOWNERS file does it, or "
      + "'reviewers' in martlet.yml", at: value)
}

/// Reports settings that need reports on the impact of updates, which the entry doesn't ask for.
private func impact(_ entry: UpdateEntry, _ node: Node, _ decoding: inout Decoding) {
  guard entry.impact == .off else { return }
  let needs = "needs 'impact: on' in the entry: without it, the impact is never known"
  if entry.automerge?.impact != nil, let value = node["automerge"]?["impact"] {
    decoding.warn("'impact' of 'automerge' \(needs)", at: value)
  }
  for (rule, value) in zip(entry.rules, node["rules"]?.elements ?? []) {
    if !rule.match.impacts.isEmpty, let value = value["match"]?["impact"] {
      decoding.warn("the condition 'impact' \(needs)", at: value)
    }
    if rule.automerge?.impact != nil, let value = value["automerge"]?["impact"] {
      decoding.warn("'impact' of 'automerge' \(needs)", at: value)
    }
  }
}

/// Reports parts of `commit-message` that need a prefix: without one, titles follow the
/// repository's own style.
private func titles(_ entry: UpdateEntry, _ node: Node, _ decoding: inout Decoding) {
  guard entry.commitMessage.prefix == nil, let section = node["commit-message"] else { return }
  for key in ["prefix-development", "include"] {
    if let value = section[key] { decoding.note("'\(key)' needs a 'prefix'", at: value) }
  }
}

private func reportIneffective(
  _ group: GroupRule, of entry: UpdateEntry, _ node: Node, _ decoding: inout Decoding
) {
  if group.appliesTo == .securityUpdates, entry.targetBranch != nil,
    let value = node["applies-to"]
  {
    decoding.note(
      "the group \(group.name) has no effect: an entry with a 'target-branch' makes no security "
        + "updates", at: value)
  }
  let isOne = entry.directories.count == 1 && entry.directories.allSatisfy(\.isLiteral)
  if group.groupBy == .dependencyName, isOne, let value = node["group-by"] {
    decoding.note("'group-by' counts only with several 'directories'", at: value)
  }
}

extension UpdateEntry {
  /// Refuses keys that only the native tool could follow.
  fileprivate func refusal(
    _ node: Node, _ ecosystems: EcosystemCatalog, _ decoding: inout Decoding
  ) -> Finding? {
    let folders = ecosystems.descriptions(in: ecosystem).compactMap(\.vendorFolder)
    guard wantsVendor, !folders.isEmpty, let value = node["vendor"] else { return nil }
    let message =
      "'vendor: true' is refused: martlet does not write \(folders.joined(separator: " or ")), and "
      + "a lock without it would break the repository; the entry is not used"
    decoding.report(.refused, message, at: value.location)
    return Finding(.refused, message, at: value.location)
  }
}

extension Shape where Value == UpdateEntry {
  /// Stores the reason why the entry can't be used, and the steps that need approval by default.
  func refused(_ ecosystems: EcosystemCatalog) -> Shape {
    Shape(type: type) { node, decoding in
      guard var entry = decode(node, &decoding) else { return nil }
      entry.refusal = entry.refusal(node, ecosystems, &decoding)
      let selected = ecosystems.descriptions(in: entry.ecosystem)
      if entry.versioningStrategy == .lockfileOnly, !selected.isEmpty,
        selected.allSatisfy(\.isWithoutLock)
      {
        entry.versioningStrategy = .auto
      }
      if node["approval"] == nil, entry.ecosystem != nil {
        for description in ecosystems.descriptions(in: entry.ecosystem) {
          entry.approval.formUnion(description.approval)
        }
      }
      return entry
    }
  }
}

/// Reports steps that cannot be approved, because the file asks for no dashboard.
func reportUnapprovable(_ file: RepositoryFile, _ node: Node, _ decoding: inout Decoding) {
  guard !file.hasDashboard, !decoding.isPartial else { return }
  for element in node["updates"]?.elements ?? [] {
    let rules = element["rules"]?.elements ?? []
    let entry = file.updates.first { $0.location == element.location }
    if element["approval"] == nil, let word = entry?.ecosystem?.word,
      entry?.approval.isEmpty == false
    {
      decoding.note(
        "major versions of '\(word)' wait for approval, which needs 'dashboard: true'; "
          + "'approval: []' opens them at once", at: element)
    }
    for value in ([element] + rules).compactMap({ $0["approval"] })
    where value.elements?.isEmpty == false {
      decoding.warn(
        "nothing can be approved without 'dashboard: true': these steps are never opened",
        at: value)
    }
  }
}
