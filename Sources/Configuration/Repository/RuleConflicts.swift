import Ecosystem
import Text
import Versioning

/// Reports rules that another rule of the entry makes pointless, and pairs that can both match an
/// update and disagree.
///
/// A narrow rule after a wide one is the usual way to make an exception, and isn't reported.
func reportRuleConflicts(_ entry: UpdateEntry, _ decoding: inout Decoding) {
  // Pairs are compared, so that the number is limited.
  let rules = entry.rules.prefix(200)
  for (index, rule) in rules.enumerated() {
    if rule.match.isExcluded(by: entry.ignore) {
      decoding.report(
        .note, "the entry's 'ignore' excludes every version that this rule can match",
        at: rule.location)
    }
    for other in rules.dropFirst(index + 1) {
      let keys = rule.conflictingKeys(with: other)
      guard !keys.isEmpty, !rule.match.isDisjoint(from: other.match) else { continue }
      let names = keys.map { "'\($0)'" }.joined(separator: " and ")
      if other.match.covers(rule.match) {
        decoding.report(
          .warning,
          "\(names) of this rule never \(keys.count == 1 ? "has" : "have") an effect: "
            + "the rule at line \(other.location.line) matches everything that it does, and counts",
          at: rule.location)
      } else if !rule.match.covers(other.match) {
        decoding.report(
          .note,
          "this rule and the rule at line \(rule.location.line) can both match an update: "
            + "this one then decides about \(names)", at: other.location)
      }
    }
  }
}

extension PackageRule {
  /// The keys with one value that both rules set to different values.
  fileprivate func conflictingKeys(with other: PackageRule) -> [String] {
    PackageRule.singleKeys.filter { key in
      guard let mine = key.value(self), let theirs = key.value(other) else { return false }
      return mine != theirs
    }.map(\.name)
  }

  /// A key with one value, as text of any form that differs for different values.
  struct SingleKey: Sendable {
    var name: String
    var value: @Sendable (PackageRule) -> String?
  }

  /// The keys with one value: that of the last rule counts.
  static var singleKeys: [SingleKey] {
    [
      SingleKey(name: "ignore") { $0.ignores.map { "\($0)" } },
      SingleKey(name: "group") { $0.group },
      SingleKey(name: "automerge") { $0.automerge.map(\.summary) },
      SingleKey(name: "schedule") { $0.schedule.map(\.summary) },
      SingleKey(name: "cooldown") { $0.cooldown.map(\.summary) },
      SingleKey(name: "versioning-strategy") { $0.strategy?.rawValue },
      SingleKey(name: "approval") { rule in
        rule.approval.map { $0.sorted().map(\.rawValue).joined(separator: ", ") }
      },
      SingleKey(name: "replace") { $0.replace?.rawValue },
      SingleKey(name: "open") { $0.opening?.rawValue },
      SingleKey(name: "draft") { $0.draft?.rawValue },
      SingleKey(name: "separate") { rule in
        rule.separate.map { $0.sorted().map(\.rawValue).joined(separator: ", ") }
      },
      SingleKey(name: "major") { $0.majors?.rawValue },
      SingleKey(name: "priority") { $0.priority.map(String.init) },
    ]
  }
}

extension Automerge {
  /// The setting in the file's words: `patch, minor (squash)`.
  var summary: String {
    let steps = updateTypes.sorted().map(\.rawValue).joined(separator: ", ")
    let more: [String?] = [
      method.rawValue, form == .branch ? "the branch" : nil, schedule?.summary,
      minAge.map { "from an age of \($0)" }, impact.map { "impact \($0.rawValue)" },
      except.isEmpty ? nil : "not \(except.map(\.description).joined(separator: ", "))",
    ]
    return steps.isEmpty
      ? "nothing" : "\(steps) (\(more.compactMap(\.self).joined(separator: "; ")))"
  }
}

extension Schedule {
  /// The setting in the file's words: `weekly monday 05:00 UTC`.
  package var summary: String {
    let parts: [String?] = [
      interval.rawValue, interval == .weekly ? day.rawValue : nil, time?.description,
      cron?.description, timezone,
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}

extension Cooldown {
  /// The setting in days: `3 days, major 30 days`.
  var summary: String {
    let steps = [("major", majorDays), ("minor", minorDays), ("patch", patchDays)]
    let own = steps.compactMap { name, days in days.map { "\(name) \($0.counting("day"))" } }
    let names = include.map { "+\($0)" } + exclude.map { "-\($0)" }
    return ([defaultDays.counting("day")] + own + names).joined(separator: ", ")
  }
}

extension RuleMatch {
  /// Whether it matches everything that another match does, as far as the texts show that.
  func covers(_ other: RuleMatch) -> Bool {
    coversNames(of: other) && includes(ecosystems, other.ecosystems)
      && includes(paths, other.paths) && includes(sections, other.sections)
      && includes(current.map(\.text), other.current.map(\.text))
      && includes(to.map(\.text), other.to.map(\.text))
      && includes(Array(updateTypes), Array(other.updateTypes)) && includes(hosts, other.hosts)
      && includes(licences, other.licences) && (age == nil || age == other.age)
      && (advisory == nil || advisory == other.advisory)
      && includes(Array(impacts), Array(other.impacts))
  }

  private func coversNames(of other: RuleMatch) -> Bool {
    names.isEmpty
      || !other.names.isEmpty
        && other.names.allSatisfy { name in
          names.contains(name)
            || name.exactName.map { exact in names.contains { $0.matches(exact) } } ?? false
        }
  }

  private func includes<Value: Hashable>(_ mine: [Value], _ theirs: [Value]) -> Bool {
    mine.isEmpty || !theirs.isEmpty && Set(theirs).isSubset(of: mine)
  }

  /// Whether no update can match both, as far as the texts show that.
  func isDisjoint(from other: RuleMatch) -> Bool {
    let kinds: [Set<String>] = [["production", "development"], ["direct", "indirect"]]
    return haveOtherNames(than: other) || excludes(Array(updateTypes), Array(other.updateTypes))
      || excludes(ecosystems.flatMap(\.ids), other.ecosystems.flatMap(\.ids))
      || kinds.contains { excludes(sections, other.sections, within: $0) }
      || excludes(Array(impacts), Array(other.impacts))
      || advisory != nil && other.advisory != nil && advisory != other.advisory
  }

  /// Whether names can't be the same; patterns are compared only with names.
  private func haveOtherNames(than other: RuleMatch) -> Bool {
    guard !names.isEmpty, !other.names.isEmpty else { return false }
    return !names.contains { mine in
      other.names.contains { theirs in
        mine == theirs || mine.exactName.map(theirs.matches) ?? false
          || theirs.exactName.map(mine.matches) ?? false
      }
    }
  }

  private func excludes<Value: Hashable>(_ mine: [Value], _ theirs: [Value]) -> Bool {
    !mine.isEmpty && !theirs.isEmpty && Set(mine).isDisjoint(with: theirs)
  }

  private func excludes(_ mine: [String], _ theirs: [String], within kinds: Set<String>) -> Bool {
    kinds.isSuperset(of: mine) && kinds.isSuperset(of: theirs) && excludes(mine, theirs)
  }

  /// Whether rules of `ignore` exclude every version of every dependency that it names.
  fileprivate func isExcluded(by ignore: [IgnoreRule]) -> Bool {
    let patterns = ignore.filter(\.ignoresEverything).map(\.name)
    return !names.isEmpty && !patterns.isEmpty
      && names.allSatisfy { name in
        name.exactName.map { exact in patterns.contains { $0.matches(exact) } } ?? false
      }
  }
}
