package import Configuration
import Ecosystem
package import Time
import Versioning

/// The configuration for watching and merging one pull request.
package struct WatchRules: Sendable {
  /// The time after which an unfinished check counts as failed.
  package var timeout: Duration
  /// The checks in the configuration file; nil if it has none.
  package var required: [String]?
  /// The answers about the impact of its updates, by the dependency's name.
  package var impacts: [String: ImpactAnswer] = [:]
  /// The settings of each entry.
  private let entries: [Settings]
  /// The time of the pass; nil if ages don't matter.
  fileprivate let now: Timestamp?

  /// What an entry says about merging.
  fileprivate struct Settings: Sendable {
    var automerge: Automerge?
    /// The rules with a setting for merging.
    var rules: RuleBook
  }

  /// Combines the entries of a pull request: the longest timeout, all checks, and automatic merges
  /// only if every entry has them.
  ///
  /// - Parameters:
  ///   - entries: the entries of its dependencies.
  ///   - now: the time of the pass; nil if no rule depends on ages.
  package init(_ entries: [Entry], now: Timestamp? = nil) {
    timeout = .seconds(entries.map(\.ci.timeout.seconds).max() ?? CISettings().timeout.seconds)
    let named = entries.compactMap(\.ci.required).flatMap(\.self)
    required = named.isEmpty ? nil : named
    self.entries = entries.map { entry in
      var rules = entry.rules
      rules.rules.removeAll { $0.automerge == nil }
      return Settings(automerge: entry.automerge, rules: rules)
    }
    self.now = now
  }

  /// How a pull request is merged: as the rules of its updates say if they agree, otherwise as its
  /// first entry says.
  ///
  /// - Parameter steps: in the format of `Update.steps`.
  /// - Returns: the method.
  package func method(for steps: String) -> Automerge.Method {
    guard let entry = entries.first else { return .merge }
    let chosen = words(steps).compactMap { entry.automerge(of: $0, self)?.method }
    let method = Set(chosen).count == 1 ? chosen.first : nil
    return method ?? entry.automerge?.method ?? .merge
  }

  /// Whether a pull request with these kinds of updates is merged automatically.
  ///
  /// - Parameter steps: in the format of `Update.steps`; an unknown kind is never merged.
  /// - Returns: false if `steps` is empty.
  package func merges(_ steps: String) -> Bool {
    let words = words(steps)
    return !words.isEmpty && !entries.isEmpty
      && words.allSatisfy { word in entries.allSatisfy { merges(word, by: $0) } }
  }

  /// Explains why a pull request isn't merged automatically although the file configures merging.
  ///
  /// - Parameter steps: in the format of `Update.steps`.
  /// - Returns: an empty text if it is merged, or if no entry merges anything.
  func reasonAgainstMerging(_ steps: String) -> String {
    let merging = entries.flatMap { entry in
      [entry.automerge] + entry.rules.rules.map(\.automerge)
    }
    guard !merges(steps), merging.contains(where: { $0 != nil }) else { return "" }
    let others = words(steps).filter { word in !entries.allSatisfy { merges(word, by: $0) } }
    if others.contains(where: { $0.kind == "foreign-host" }) {
      return "it takes a package from a host of its own"
    }
    let kinds = Set(others.map(\.kind)).sorted()
    guard !kinds.isEmpty else { return "" }
    if kinds.contains(StepWord.replacement) {
      return "it replaces a package, which people have to look at"
    }
    if kinds.contains("unknown") { return "the step of one of its versions isn't known" }
    let uncertainties = others.flatMap { word in
      entries.compactMap { $0.uncertainty(about: word, self) }
    }
    if let uncertainty = uncertainties.first { return uncertainty }
    // The first name is the dependency's own, the others are for patterns.
    let names = others.compactMap { $0.names?.first }
    let of = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
    return "'automerge' does not include its \(kinds.joined(separator: " and ")) update\(of)"
  }

  /// The settings of each update and entry that decide about its merge.
  func chosen(_ steps: String) -> [(word: StepWord, settings: Automerge)] {
    words(steps).flatMap { word in
      entries.compactMap { entry in
        entry.automerge(of: word, self).map { (word: word, settings: $0) }
      }
    }
  }

  private func words(_ steps: String) -> [StepWord] {
    steps.split(separator: " ").map { StepWord($0) }
  }

  /// Whether an entry merges one update.
  private func merges(_ word: StepWord, by entry: Settings) -> Bool {
    guard let step = word.step else { return false }
    guard entry.rules.rules.isEmpty || word.names != nil else {
      // The names are known after the next pass.
      let all = [entry.automerge] + entry.rules.rules.map(\.automerge)
      return all.allSatisfy { $0?.updateTypes.contains(step) ?? false }
    }
    return entry.automerge(of: word, self)?.updateTypes.contains(step) ?? false
  }

  /// The kinds of an update's steps, in the format of `VerdictRecord`.
  ///
  /// Those of several dependencies have their names, so that the reason against a merge can say which
  /// one prevents it.
  func steps(of update: Update) -> String {
    let isOfOne = update.parts.flatMap { $0.leads + $0.companions }.count == 1
    return update.steps(isOfOne ? detail : max(detail, .names))
  }

  /// What the words of an update have to contain.
  private var detail: StepWord.Detail {
    let rules = entries.flatMap(\.rules.rules)
    let settings = entries.map(\.automerge) + rules.map(\.automerge)
    let needsAges = settings.contains { $0?.minAge != nil }
    if needsAges || rules.contains(where: { !$0.match.isOfNamesOnly }) { return .facts }
    return rules.isEmpty ? .step : .names
  }
}

extension WatchRules.Settings {
  /// What decides about the merge of one update; nil: it isn't merged.
  func automerge(of word: StepWord, _ pullRequest: WatchRules) -> Automerge? {
    switch applied(to: word, pullRequest).setting(\.automerge) {
    case .none: automerge
    case .value(let value, _): value
    case .undecided: nil
    }
  }

  /// Why it isn't known whether an update is merged; nil if it is known.
  func uncertainty(about word: StepWord, _ pullRequest: WatchRules) -> String? {
    if case .undecided(_, _, let reason) = applied(to: word, pullRequest).setting(\.automerge) {
      return reason
    }
    return nil
  }

  private func applied(to word: StepWord, _ pullRequest: WatchRules) -> AppliedRules {
    var subject = word.subject(now: pullRequest.now)
    subject.impact = subject.names.lazy.compactMap { pullRequest.impacts[$0] }.first
    return AppliedRules(rules.rules, to: subject, satisfies: rules.satisfies)
  }
}

extension Update {
  /// The kinds of its updates, without names.
  package var steps: String { steps(.step) }

  /// The kinds of its updates and of the direct dependencies that come along, in the format of
  /// `VerdictRecord`.
  ///
  /// An unknown kind or a package from an unknown host prevents an automatic merge.
  ///
  /// - Parameter detail: what rules need.
  /// - Returns: words in alphabetical order, separated by spaces.
  func steps(_ detail: StepWord.Detail) -> String {
    let steps = parts.flatMap { part in
      (part.leads + part.companions).map { StepWord($0, in: part.project, detail).text }
    }
    let foreign = foreign.isEmpty ? [] : ["foreign-host"]
    return Set(steps + foreign).sorted().joined(separator: " ")
  }
}

extension Checkout {
  /// The rules for a pull request, from its entries.
  func watchRules(for key: UpdateKey, now: Timestamp) -> WatchRules {
    WatchRules(entries.owners(of: key), now: now)
  }
}

extension [Entry] {
  /// Returns the entries that a pull request belongs to.
  func owners(of key: UpdateKey) -> [Entry] {
    switch key.scope {
    case .ecosystems: filter { $0.multiGroup?.name == key.subject.name }
    case .directories(let ecosystem, let number):
      filter { $0.ecosystem?.ids.contains(ecosystem) ?? false && $0.number == number }
    case .directory(let ecosystem, let directory):
      owner(of: key.subject, ecosystem, directory).map { [$0] } ?? []
    }
  }

  /// Returns the entry that a pull request of one directory belongs to, where several entries can
  /// share the directory.
  private func owner(
    of subject: UpdateKey.Subject, _ ecosystem: EcosystemID, _ directory: String
  ) -> Entry? {
    let project = Project(
      ecosystem: ecosystem, directory: directory, manifest: "\(directory.dropFirst())/", lock: nil)
    let owners = Division(of: project, among: self).owners
    let owner =
      switch subject {
      case .dependency(let name):
        owners.first { $0.claims(Dependency(name: name, kind: .direct)) }
      case .replacement(let replacement):
        owners.first { $0.claims(Dependency(name: replacement.old, kind: .direct)) }
      case .group(let name):
        owners.first { self[$0.index].groups.contains { $0.name == name } }
      }
    return (owner ?? owners.first).map { self[$0.index] }
  }
}
