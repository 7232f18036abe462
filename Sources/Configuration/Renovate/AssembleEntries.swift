/// The finished file: an entry for every ecosystem and branch, the first one in full and the others
/// with what differs from it.
extension RenovateTranslation {
  /// The whole file; `updates` is empty if Renovate is disabled.
  var file: Draft {
    let order = RenovateManagers.ecosystemKeys.filter {
      enabled.contains($0) && ecosystemKeys.contains($0)
        && ($0 == "custom" || found?.contains($0) ?? true)
        && ($0 != "custom" || entries[$0]?["custom"] != nil)
    }
    let all = branches.flatMap { branch in order.map { entry($0, branch) } }
    var updates: [Draft] = []
    if var first = all.first {
      let rest = all.dropFirst().map { difference(of: $0, from: first) ?? $0 }
      if rest.contains(where: { $0["<<"] != nil }) { first.anchor = anchor }
      updates = [first] + rest
    }
    var file = top
    file.remark = nil
    file["updates"] = Draft(.list(updates))
    return file
  }

  private var anchor: String { "all" }

  private func entry(_ word: String, _ branch: Draft?) -> Draft {
    var entry = Draft(.mapping([]))
    entry["package-ecosystem"] = Draft(.text(word))
    let own = entries[word] ?? Draft(.mapping([]))
    for member in defaults(word) {
      entry[member.key] = own[member.key] ?? member.value
    }
    for member in own.members { entry[member.key] = member.value }
    if let branch { entry["target-branch"] = branch }
    return entry
  }

  /// What Renovate does without an option, as far as martlet's own default differs.
  private func defaults(_ word: String) -> [Draft.Member] {
    let renovate = "Renovate's default"
    var defaults = [
      Draft.Member(key: "directories", value: Draft(["/**"], remark: renovate)),
      Draft.Member(key: "schedule", value: schedule),
      Draft.Member(
        key: "open-pull-requests-limit", value: Draft(.number(10), remark: renovate)),
      Draft.Member(key: "labels", value: Draft([], remark: renovate)),
      Draft.Member(
        key: "cooldown", value: Draft(["default-days": Draft(.number(0))], remark: renovate)),
    ]
    if ["npm", "bundler", "swift", "cocoapods"].contains(word) {
      defaults += [
        Draft.Member(
          key: "versioning-strategy",
          value: Draft(.text("increase-if-necessary"), remark: renovate)),
        Draft.Member(key: "separate", value: Draft(["major"], remark: renovate)),
      ]
    }
    return defaults
  }

  private var schedule: Draft {
    Draft(
      [
        "interval": Draft(.text("daily")),
        "timezone": timezone.map { Draft(.text($0)) },
      ], remark: "Renovate's default is at any time; 'daily' is once on weekdays")
  }

  /// An entry with the keys that differ from another one; nil if that has a key too many that can't
  /// be emptied.
  private func difference(of entry: Draft, from first: Draft) -> Draft? {
    var result = Draft(["<<": Draft(.alias(anchor))])
    for member in entry.members where first[member.key]?.plain != member.value.plain {
      result[member.key] = member.value
    }
    for member in first.members where entry[member.key] == nil {
      guard let nothing = Self.nothing[member.key] else { return nil }
      result[member.key] = nothing
    }
    return result
  }

  /// Values that mean the same as a missing key.
  private static let nothing: [String: Draft] = [
    "groups": Draft(.mapping([])), "rules": Draft([]), "ignore": Draft([]),
    "exclude-paths": Draft([]), "labels": Draft([]), "assignees": Draft([]),
    "reviewers": Draft([]), "automerge": Draft(["update-types": Draft([])]),
    "versioning-strategy": Draft(.text("auto")), "separate": Draft([]), "approval": Draft([]),
    "pin": Draft(.bool(false)),
  ]
}
