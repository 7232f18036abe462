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
    WatchRules(self.entries(for: key))
  }

  private func entries(for key: UpdateKey) -> [Entry] {
    switch key.scope {
    case .ecosystems: entries.filter { $0.multiGroup?.name == key.subject.name }
    case .directories(let ecosystem, let number):
      entries.filter { $0.ecosystem?.ids.contains(ecosystem) ?? false && $0.number == number }
    case .directory(let ecosystem, let directory):
      entries.first { entry in
        entry.selects(ecosystem)
          && entry.covers(
            Project(
              ecosystem: ecosystem, directory: directory, manifest: "\(directory.dropFirst())/",
              lock: nil))
      }.map { [$0] } ?? []
    }
  }
}
