package import Configuration
import Ecosystem
import Versioning

/// What a repository's file says of watching and merging one pull request.
package struct WatchRules: Hashable, Sendable {
  /// Seconds after which silence counts as failure.
  package var timeout: Int64
  /// The checks that the file names; nil: none.
  package var required: [String]?
  /// Which updates merge by themselves, and how; nil: none.
  package var automerge: Automerge?

  /// Puts together what the entries of a pull request say: of several the longest patience, all
  /// their checks, and a merge only where each of them asks for it.
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

  /// Whether a pull request that takes these kinds of steps merges by itself.
  ///
  /// - Parameter steps: as `VerdictRecord` keeps them; an unknown kind is none of those allowed.
  /// - Returns: false where nothing is known.
  package func merges(_ steps: String) -> Bool {
    guard let automerge else { return false }
    let words = steps.split(separator: " ").map(String.init)
    let allowed = Set(automerge.updateTypes.map(\.rawValue))
    return !words.isEmpty && words.allSatisfy(allowed.contains)
  }
}

extension Update {
  /// The kinds of steps of everything that the pull request is about, as `VerdictRecord` keeps them.
  ///
  /// A step that cannot be named keeps the whole from merging by itself, and so does a package from
  /// a host that no registry names.
  package var steps: String {
    let steps = leads.map { $0.step?.rawValue ?? "unknown" }
    let foreign = foreign.isEmpty ? [] : ["foreign-host"]
    return Set(steps + foreign).sorted().joined(separator: " ")
  }
}

extension Checkout {
  /// What the entries of a pull request say.
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
