package import Configuration
import Ecosystem
import Versioning

/// The configuration for watching and merging one pull request.
package struct WatchRules: Hashable, Sendable {
  /// Seconds after which an unfinished check counts as failed.
  package var timeout: Int64
  /// The checks in the configuration file; nil if it has none.
  package var required: [String]?
  /// Which updates are merged automatically, and how; nil: none.
  package var automerge: Automerge?

  /// Combines the entries of a pull request: the longest timeout, all checks, and automatic merges
  /// only if every entry has them.
  package init(_ entries: [Entry]) {
    timeout = Int64(entries.map(\.ci.timeout.seconds).max() ?? CISettings().timeout.seconds)
    let named = entries.compactMap(\.ci.required).flatMap(\.self)
    required = named.isEmpty ? nil : named
    guard let first = entries.first?.automerge, entries.allSatisfy({ $0.automerge != nil })
    else { return }
    var common = first
    for entry in entries { common.updateTypes.formIntersection(entry.automerge?.updateTypes ?? []) }
    automerge = common
  }

  /// Whether a pull request with these kinds of updates is merged automatically.
  ///
  /// - Parameter steps: in the format of `VerdictRecord`; an unknown kind is never merged.
  /// - Returns: false if `steps` is empty.
  package func merges(_ steps: String) -> Bool {
    guard let automerge else { return false }
    let words = steps.split(separator: " ").map(String.init)
    let allowed = Set(automerge.updateTypes.map(\.rawValue))
    return !words.isEmpty && words.allSatisfy(allowed.contains)
  }
}

extension Update {
  /// The kinds of its updates, in the format of `VerdictRecord`.
  ///
  /// An unknown kind or a package from an unknown host prevents an automatic merge.
  package var steps: String {
    let steps = leads.map { $0.step?.rawValue ?? "unknown" }
    let foreign = foreign.isEmpty ? [] : ["foreign-host"]
    return Set(steps + foreign).sorted().joined(separator: " ")
  }
}

extension Checkout {
  /// The rules for a pull request, from its entries.
  func watchRules(for key: UpdateKey) -> WatchRules {
    WatchRules(entries.owners(of: key))
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
