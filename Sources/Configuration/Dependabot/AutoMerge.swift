import Text
import YAML

/// The key `auto-merge` of dependabot-gitlab, as martlet's `automerge` and `rules`.
///
///     auto-merge: {squash: true, allow: [{dependency-name: a}]}
///
/// It never merges more: what can't be expressed is left out, or switches merges off.
struct AutoMerge {
  /// The keys `automerge` and `rules`; empty if nothing is merged.
  private(set) var keys: [Draft.Member] = []
  /// What isn't carried over, with its place.
  private(set) var losses: [(location: Location, reason: String)] = []

  private static let steps = ["major", "minor", "patch"]
  private var method: Draft?
  private var isOff = false

  /// Reads the value.
  init(_ node: Node) {
    guard let entries = node.entries else {
      if node.scalar?.bool() == true { keys = [Draft.Member(key: "automerge", value: merge(true))] }
      return
    }
    for entry in entries { read(entry) }
    guard !isOff else { return }
    let allowed = node["allow"].map { rules($0, merges: true) }
    let ignored = node["ignore"].map { rules($0, merges: false) } ?? []
    guard !isOff else { return }
    keys = [Draft.Member(key: "automerge", value: merge(allowed == nil))]
    let all = (allowed ?? []) + ignored
    if !all.isEmpty { keys.append(Draft.Member(key: "rules", value: Draft(.list(all)))) }
  }

  private mutating func read(_ entry: Node.Entry) {
    switch (entry.name, entry.value.scalar?.bool()) {
    case ("allow", _), ("ignore", _), ("squash", false?), ("on-approval", false?): break
    case ("squash", true?): method = Draft(.text("squash"))
    case ("on-approval", _):
      isOff = true
      let reason = "waits for an approval, which martlet doesn't, so that nothing is merged"
      losses.append((entry.value.location, "'on-approval' \(reason)"))
    default:
      let name = entry.name.printableLine
      losses.append((entry.value.location, "'\(name)' has no counterpart in 'automerge'"))
    }
  }

  private func merge(_ isOn: Bool) -> Draft {
    Draft(["update-types": Draft(isOn ? Self.steps : []), "method": method])
  }

  /// The elements of `allow` or `ignore` as rules.
  private mutating func rules(_ list: Node, merges: Bool) -> [Draft] {
    var found: [Draft] = []
    for element in list.elements ?? [list] {
      if let rule = rule(element, merges: merges) {
        found.append(rule)
      } else {
        let what = merges ? "isn't carried over" : "isn't understood, so that nothing is merged"
        losses.append((element.location, "this condition of 'auto-merge' \(what)"))
        if !merges { isOff = true }
      }
    }
    return found
  }

  /// A rule with the conditions of an element; nil if one isn't understood.
  private func rule(_ element: Node, merges: Bool) -> Draft? {
    guard let entries = element.entries, !entries.isEmpty else { return nil }
    var match = Draft(.mapping([]))
    for entry in entries {
      guard let (key, value) = condition(entry) else { return nil }
      if let value { match[key] = value }
    }
    if match.members.isEmpty { match["name"] = Draft(.text("*")) }
    return Draft(["match": match, "automerge": merge(merges)])
  }

  /// The condition of `match`, whose value is nil if everything fulfills it.
  private func condition(_ entry: Node.Entry) -> (String, Draft?)? {
    let texts =
      entry.value.elements?.compactMap(\.string) ?? [entry.value.string].compactMap(\.self)
    guard !texts.isEmpty, texts.count == entry.value.elements?.count ?? 1 else { return nil }
    switch entry.name {
    case "dependency-name" where texts.count == 1 && !texts[0].hasPrefix("/"):
      return ("name", Draft(.text(texts[0])))
    case "dependency-type" where texts == ["all"]: return ("section", nil)
    case "dependency-type"
    where texts.count == 1
      && ["direct", "indirect", "production", "development"].contains(texts[0]):
      return ("section", Draft(.text(texts[0])))
    case "versions": return ("to", Draft(texts))
    case "update-types":
      let prefix = "version-update:semver-"
      let steps = texts.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }
      return steps.allSatisfy(Self.steps.contains) ? ("update-type", Draft(steps)) : nil
    default: return nil
    }
  }
}
