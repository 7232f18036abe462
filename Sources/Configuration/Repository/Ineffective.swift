import Ecosystem
import Text
import YAML

/// Says of everything in an entry that is right where it stands, and yet does nothing, why.
func tellIneffective(_ entry: UpdateEntry, _ node: Node, _ decoding: inout Decoding) {
  if entry.wantsVendor, let place = node["vendor"], !entry.vendors {
    decoding.warn("'vendor' has no effect: of martlet's ecosystems only Bundler vendors", at: place)
  }
  if let place = node["reviewers"], !entry.reviewers.isEmpty {
    decoding.note(
      "'reviewers' has no effect, as with Dependabot since 2025: a CODEOWNERS file does it",
      at: place)
  }
  if let place = node["directory"], place.string?.contains("*") == true {
    decoding.warn("'directory' takes no pattern: 'directories' does", at: place)
  }
  titles(entry, node, &decoding)
  for group in entry.groups {
    if let place = node["groups"]?[group.name] {
      tellIneffective(group, of: entry, place, &decoding)
    }
  }
  if entry.multiEcosystemGroup != nil, node["patterns"] == nil,
    let place = node["multi-ecosystem-group"]
  {
    decoding.note("without 'patterns' all dependencies of the entry are in the group", at: place)
  }
  if entry.ecosystem == .swift { swift(entry, node, &decoding) }
}

/// Without a prefix the repository's own style is followed as a whole.
private func titles(_ entry: UpdateEntry, _ node: Node, _ decoding: inout Decoding) {
  guard entry.commitMessage.prefix == nil, let section = node["commit-message"] else { return }
  for key in ["prefix-development", "include"] {
    if let place = section[key] { decoding.note("'\(key)' needs a 'prefix'", at: place) }
  }
}

private func tellIneffective(
  _ group: GroupRule, of entry: UpdateEntry, _ node: Node, _ decoding: inout Decoding
) {
  if group.appliesTo == .securityUpdates, entry.targetBranch != nil,
    let place = node["applies-to"]
  {
    decoding.note(
      "the group \(group.name) has no effect: an entry with a 'target-branch' makes no security "
        + "updates", at: place)
  }
  let isOne = entry.directories.count == 1 && entry.directories.allSatisfy(\.isLiteral)
  if group.groupBy != nil, isOne, let place = node["group-by"] {
    decoding.note("'group-by' counts only with several 'directories'", at: place)
  }
}

/// Swift packages have no ranges to widen.
private func swift(_ entry: UpdateEntry, _ node: Node, _ decoding: inout Decoding) {
  if entry.versioningStrategy == .widen, let place = node["versioning-strategy"] {
    decoding.note("for Swift, 'widen' does what 'increase-if-necessary' does", at: place)
  }
}

extension UpdateEntry {
  /// Whether the entry's ecosystem can keep copies of what it depends on.
  fileprivate var vendors: Bool { ecosystem == .bundler || ecosystem == nil }

  /// Refuses what would need a native tool.
  fileprivate func refused(_ node: Node, _ decoding: inout Decoding) -> Finding? {
    guard wantsVendor, vendors, let place = node["vendor"] else { return nil }
    let message =
      "'vendor: true' is refused: martlet does not write vendor/cache, and a lock without it would "
      + "break the repository; the entry is not used"
    decoding.report(.refused, message, at: place.location)
    return Finding(.refused, message, at: place.location)
  }
}

extension Shape where Value == UpdateEntry {
  /// Lets the entry know what keeps it from being used.
  var judged: Shape {
    Shape(type: type) { node, decoding in
      guard var entry = decode(node, &decoding) else { return nil }
      let refusal = entry.refused(node, &decoding)
      entry.refusal = refusal
      return entry
    }
  }
}
