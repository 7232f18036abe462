package import Ecosystem
package import Text
package import Versioning

/// The conditions of a rule, which all have to be fulfilled; a key with several values needs one of
/// them.
package struct RuleMatch: Hashable, Sendable {
  /// Names of dependencies; empty: all.
  package var names: [NameMatcher] = []
  /// Ecosystems; empty: all.
  package var ecosystems: [EcosystemSelection] = []
  /// Patterns for paths of manifests; empty: all.
  package var paths: [PathPattern] = []
  /// The words of `RuleSubject.sections`; empty: all.
  package var sections: [String] = []
  /// Requirements on the locked version, in the ecosystem's syntax; empty: any.
  package var current: [VersionRange] = []
  /// Requirements on the new version; empty: any.
  package var to: [VersionRange] = []
  /// Empty: all.
  package var updateTypes: Set<Step> = []
  /// Nil: any age.
  package var age: AgeBound?
  /// Hosts that releases come from; empty: all.
  package var hosts: [NameMatcher] = []
  /// Licences of the new version; empty: all.
  package var licences: [LicenceCondition] = []
  /// Whether an advisory must affect the locked version; nil: either.
  package var advisory: Bool?
  /// Answers of the report on the update's impact, which is made after the pull request; empty: all.
  package var impacts: Set<ImpactAnswer> = []

  /// Creates conditions that everything fulfills.
  package init() {}

  /// Whether it has no condition.
  package var isEmpty: Bool { self == RuleMatch() }

  /// Whether its conditions are only about names, as in `dependency-name`.
  package var isOfNamesOnly: Bool {
    var rest = self
    rest.names = []
    return rest.isEmpty
  }

  /// Whether a condition is about a release, and not about the dependency alone.
  package var isOfReleases: Bool {
    !to.isEmpty || !updateTypes.isEmpty || age != nil || !licences.isEmpty
      || !impacts.isEmpty
  }
}

/// A requirement in a rule, with its place.
package struct VersionRange: Hashable, Sendable {
  /// The text in the ecosystem's syntax: `>= 2`.
  package var text: String
  /// Where it is written.
  package var location: Location
}

/// A bound on the age of a release: `7d`, `>= 7d` or `< 3d`.
package struct AgeBound: Hashable, Sendable, CustomStringConvertible {
  /// Whether older releases fulfill it, and otherwise younger ones.
  package var isMinimum: Bool
  /// The length.
  package var span: TimeSpan

  /// Parses a duration, optionally after `>=`, `>`, `<=` or `<`.
  package init?(_ text: String) {
    let sign = text.prefix { "<>=".contains($0) }
    guard ["", ">", ">=", "<", "<="].contains(sign),
      let span = TimeSpan(String(text.dropFirst(sign.count).drop { $0 == " " }))
    else { return nil }
    isMinimum = !sign.hasPrefix("<")
    self.span = span
  }

  /// The text with its sign: `>= 7d`.
  package var description: String { "\(isMinimum ? ">=" : "<") \(span)" }

  /// Whether an age fulfills it.
  func admits(_ age: Duration) -> Bool { (age >= .seconds(span.seconds)) == isMinimum }
}

/// A condition about licences.
package enum LicenceCondition: Hashable, Sendable, CustomStringConvertible {
  /// `changed`: the new version has another licence than the locked one.
  case changed
  /// The new version has a licence that matches.
  case named(NameMatcher)

  /// The text in the file.
  package var description: String {
    switch self {
    case .changed: "changed"
    case .named(let matcher): matcher.description
    }
  }
}

extension RuleMatch: CustomStringConvertible {
  /// Names alone as a list, otherwise all conditions: `name: react; update-type: major`.
  package var description: String {
    if isOfNamesOnly { return names.map(\.text).joined(separator: ",") }
    let results = results(for: RuleSubject([])) { _, _ in false }
    return results.map(\.condition).joined(separator: "; ")
  }
}

extension RuleMatch {
  /// Judges a subject.
  ///
  /// - Parameters:
  ///   - subject: the dependency and its update.
  ///   - satisfies: returns whether a version satisfies a requirement of its ecosystem.
  /// - Returns: the results of all conditions, in the order of the documentation.
  package func results(
    for subject: RuleSubject, satisfies: (_ version: String, _ range: String) throws -> Bool
  ) -> [ConditionResult] {
    [
      ofNames(subject), ofEcosystem(subject), ofPaths(subject), ofSections(subject),
      of("current", current, subject.current, "its locked version", satisfies),
      of("to", to, subject.version, "the new version", satisfies), ofStep(subject),
      ofAge(subject), ofHost(subject), ofLicence(subject), ofAdvisory(subject),
      ofImpact(subject),
    ].compactMap(\.self)
  }

  /// Whether its names admit one of a dependency's.
  func admits(_ others: [String]) -> Bool {
    names.isEmpty || others.contains { name in names.contains { $0.matches(name) } }
  }

  private func ofNames(_ subject: RuleSubject) -> ConditionResult? {
    guard !names.isEmpty else { return nil }
    let found = subject.names.first { name in names.contains { $0.matches(name) } }
    return ConditionResult(
      condition: "name: \(list(names))", isFulfilled: found != nil,
      reason: "its name is \(found ?? subject.names.first ?? "")")
  }

  private func ofEcosystem(_ subject: RuleSubject) -> ConditionResult? {
    guard !ecosystems.isEmpty else { return nil }
    return result("ecosystem: \(list(ecosystems.map(\.word)))", subject.ecosystem, "its ecosystem")
    {
      id in ecosystems.contains { $0.ids.contains(id) }
    }
  }

  private func ofPaths(_ subject: RuleSubject) -> ConditionResult? {
    guard !paths.isEmpty else { return nil }
    let condition = "path: \(list(paths))"
    guard let manifests = subject.manifests else {
      return ConditionResult(
        condition: condition, isFulfilled: nil, reason: "its manifest isn't known")
    }
    let found = manifests.first { path in paths.contains { $0.matches(path) } }
    return ConditionResult(
      condition: condition, isFulfilled: found != nil,
      reason: "its manifest is \(found ?? manifests.joined(separator: ", "))")
  }

  private func ofSections(_ subject: RuleSubject) -> ConditionResult? {
    guard !sections.isEmpty else { return nil }
    let condition = "section: \(list(sections))"
    guard let known = subject.sections else {
      return ConditionResult(
        condition: condition, isFulfilled: nil, reason: "its section isn't known")
    }
    return ConditionResult(
      condition: condition, isFulfilled: !known.isDisjoint(with: sections),
      reason: "it is in \(known.sorted().joined(separator: ", "))")
  }

  private func of(
    _ key: String, _ ranges: [VersionRange], _ version: String?, _ subject: String,
    _ satisfies: (String, String) throws -> Bool
  ) -> ConditionResult? {
    guard !ranges.isEmpty else { return nil }
    let condition = "\(key): \(list(ranges.map(\.text)))"
    guard let version else {
      return ConditionResult(
        condition: condition, isFulfilled: nil, reason: "\(subject) isn't known")
    }
    // A range that the ecosystem can't parse might have been fulfilled.
    var areReadable = true
    for range in ranges {
      guard let isSatisfied = try? satisfies(version, range.text) else {
        areReadable = false
        continue
      }
      if isSatisfied {
        return ConditionResult(
          condition: condition, isFulfilled: true, reason: "\(subject) is \(version)")
      }
    }
    return ConditionResult(
      condition: condition, isFulfilled: areReadable ? false : nil,
      reason: areReadable
        ? "\(subject) is \(version)" : "it can't be compared with the version \(version)")
  }

  private func ofStep(_ subject: RuleSubject) -> ConditionResult? {
    guard !updateTypes.isEmpty else { return nil }
    let words = updateTypes.sorted().map(\.rawValue)
    return result("update-type: \(list(words))", subject.step?.rawValue, "the step") {
      words.contains($0)
    }
  }

  private func ofAge(_ subject: RuleSubject) -> ConditionResult? {
    guard let bound = age else { return nil }
    let hours = subject.age.map { $0 / .seconds(3_600) }
    return ConditionResult(
      condition: "age: \(bound)", isFulfilled: subject.age.map(bound.admits),
      reason: hours.map { "the release is \(shown($0)) old" }
        ?? "the age of the release isn't known")
  }

  private func shown(_ hours: Double) -> String {
    hours < 48 ? Int(hours).counting("hour") : Int(hours / 24).counting("day")
  }

  private func ofHost(_ subject: RuleSubject) -> ConditionResult? {
    guard !hosts.isEmpty else { return nil }
    return result("host: \(list(hosts))", subject.host, "its host") { host in
      hosts.contains { $0.matches(host) }
    }
  }

  private func ofLicence(_ subject: RuleSubject) -> ConditionResult? {
    guard !licences.isEmpty else { return nil }
    let condition = "licence: \(list(licences))"
    guard let licence = subject.licence else {
      return ConditionResult(
        condition: condition, isFulfilled: nil,
        reason: "the licence of \(subject.version ?? "the release") isn't known")
    }
    let results = licences.map { $0.isFulfilled(by: licence, after: subject.currentLicence) }
    let reason =
      results.contains(nil) && !results.contains(true)
      ? "the licence of the locked version isn't known" : "its licence is \(licence)"
    return ConditionResult(
      condition: condition,
      isFulfilled: results.contains(true) ? true : results.contains(nil) ? nil : false,
      reason: reason)
  }

  private func ofAdvisory(_ subject: RuleSubject) -> ConditionResult? {
    guard let advisory else { return nil }
    return ConditionResult(
      condition: "advisory: \(advisory)", isFulfilled: subject.isAdvised.map { $0 == advisory },
      reason: subject.isAdvised.map { $0 ? "an advisory affects it" : "no advisory affects it" }
        ?? "it isn't known whether an advisory affects it")
  }

  private func ofImpact(_ subject: RuleSubject) -> ConditionResult? {
    guard !impacts.isEmpty else { return nil }
    let words = impacts.map(\.rawValue).sorted()
    return result("impact: \(list(words))", subject.impact?.rawValue, "its impact") {
      words.contains($0)
    }
  }

  private func result<Value>(
    _ condition: String, _ value: Value?, _ subject: String, _ isFulfilled: (Value) -> Bool
  ) -> ConditionResult {
    ConditionResult(
      condition: condition, isFulfilled: value.map(isFulfilled),
      reason: value.map { "\(subject) is \($0)" } ?? "\(subject) isn't known")
  }
}

extension LicenceCondition {
  /// Whether a licence fulfills the condition; nil if that needs the former one, which isn't known.
  ///
  /// An expression such as `(MIT OR GPL-2.0)` matches by its whole text and by each of its names.
  fileprivate func isFulfilled(by licence: String, after former: String?) -> Bool? {
    switch self {
    case .changed: former.map { $0.lowercased() != licence.lowercased() }
    case .named(let matcher):
      ([licence] + licence.split { " ()/,".contains($0) }.map(String.init))
        .contains(where: matcher.matches)
    }
  }
}

private func list(_ values: [some CustomStringConvertible]) -> String {
  values.map(\.description).joined(separator: ", ")
}
