package import Configuration
import Ecosystem
import Versioning

/// The configuration for watching and merging one pull request.
package struct WatchRules: Hashable, Sendable {
  /// The time after which an unfinished check counts as failed.
  package var timeout: Duration
  /// The checks in the configuration file; nil if it has none.
  package var required: [String]?
  /// How it is merged.
  package var method: Automerge.Method
  /// The settings of each entry.
  private let entries: [UpdateEntry]

  /// Combines the entries of a pull request: the longest timeout, all checks, and automatic merges
  /// only if every entry has them.
  ///
  /// - Parameters:
  ///   - entries: the entries of its dependencies.
  ///   - dependency: the only dependency; nil if it has several.
  package init(_ entries: [Entry], dependency: String? = nil) {
    timeout = .seconds(entries.map(\.ci.timeout.seconds).max() ?? CISettings().timeout.seconds)
    let named = entries.compactMap(\.ci.required).flatMap(\.self)
    required = named.isEmpty ? nil : named
    self.entries = entries.map { entry in
      var settings = UpdateEntry()
      settings.automerge = entry.automerge
      settings.rules = entry.rules.filter { $0.automerge != nil }
      return settings
    }
    let chosen = self.entries.first.flatMap { entry in
      dependency.map { entry.automerge(of: [$0]) } ?? entry.automerge
    }
    method = chosen?.method ?? .merge
  }

  /// Whether a pull request with these kinds of updates is merged automatically.
  ///
  /// - Parameter steps: in the format of `Update.steps`; an unknown kind is never merged.
  /// - Returns: false if `steps` is empty.
  package func merges(_ steps: String) -> Bool {
    let words = steps.split(separator: " ")
    return !words.isEmpty && !entries.isEmpty
      && words.allSatisfy { word in entries.allSatisfy { merges(word, by: $0) } }
  }

  /// Explains why a pull request isn't merged automatically although the file configures merging.
  ///
  /// - Parameter steps: in the format of `Update.steps`.
  /// - Returns: an empty text if it is merged, or if no entry merges anything.
  func reasonAgainstMerging(_ steps: String) -> String {
    let merging = entries.flatMap { entry in [entry.automerge] + entry.rules.map(\.automerge) }
    guard !merges(steps), merging.contains(where: { $0 != nil }) else { return "" }
    let words = steps.split(separator: " ")
    let others = words.filter { word in !entries.allSatisfy { merges(word, by: $0) } }
    if others.contains("foreign-host") { return "it takes a package from a host of its own" }
    let kinds = Set(others.map { String($0.prefix { $0 != "=" }) }).sorted()
    guard !kinds.isEmpty else { return "" }
    if kinds.contains("unknown") { return "the step of one of its versions isn't known" }
    let names = others.flatMap { $0.split(separator: "=").dropFirst() }
    let of = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
    return "'automerge' does not include its \(kinds.joined(separator: " and ")) update\(of)"
  }

  /// Whether an entry merges one update: `minor`, or `minor=react` if rules can match its name.
  private func merges(_ word: Substring, by entry: UpdateEntry) -> Bool {
    let parts = word.split(separator: "=", maxSplits: 1)
    guard let step = parts.first.flatMap({ Step(rawValue: String($0)) }) else { return false }
    guard entry.rules.isEmpty || parts.count == 2 else {
      // The names are known after the next pass.
      let all = [entry.automerge] + entry.rules.map(\.automerge)
      return all.allSatisfy { $0?.updateTypes.contains(step) ?? false }
    }
    let names = parts.count == 2 ? parts[1].split(separator: "|").map(String.init) : []
    return entry.automerge(of: names)?.updateTypes.contains(step) ?? false
  }

  /// The kinds of an update's steps, in the format of `VerdictRecord`.
  func steps(of update: Update) -> String {
    update.steps(named: entries.contains { !$0.rules.isEmpty })
  }
}

extension Update {
  /// The kinds of its updates, without names.
  package var steps: String { steps(named: false) }

  /// The kinds of its updates, in the format of `VerdictRecord`.
  ///
  /// An unknown kind or a package from an unknown host prevents an automatic merge.
  ///
  /// - Parameter named: whether to add the names that rules can match: `minor=react`.
  /// - Returns: words in alphabetical order, separated by spaces.
  func steps(named: Bool) -> String {
    let steps = leads.map { lead in
      let step = lead.step?.rawValue ?? "unknown"
      let names = lead.dependency.aliases.map(\.name).joined(separator: "|")
      return named ? "\(step)=\(names.filter { $0 != " " })" : step
    }
    let foreign = foreign.isEmpty ? [] : ["foreign-host"]
    return Set(steps + foreign).sorted().joined(separator: " ")
  }
}

extension Checkout {
  /// The rules for a pull request, from its entries.
  func watchRules(for key: UpdateKey) -> WatchRules {
    var dependency: String?
    if case .dependency(let name) = key.subject { dependency = name }
    return WatchRules(entries.owners(of: key), dependency: dependency)
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
      case .group(let name):
        owners.first { self[$0.index].groups.contains { $0.name == name } }
      }
    return (owner ?? owners.first).map { self[$0.index] }
  }
}
