import Ecosystem
import JSON
import JavaScript

/// Documents that a resolver is sure to need, fetched while the tree of the lock is built.
struct Prefetch: Sendable {
  private var answers: [String: Result<Packument, LookUpFailure>] = [:]

  /// The document of a package, or why it isn't available; nil if it wasn't fetched.
  subscript(name: String) -> Result<Packument, LookUpFailure>? { answers[name] }

  fileprivate mutating func add(_ name: String, _ answer: Result<Packument, LookUpFailure>) {
    answers[name] = answer
  }
}

extension NPMSources {
  /// Fetches the documents of the targets that the manifest names.
  func prefetch(_ targets: [Goal.Target], _ registry: Registry) async -> Prefetch {
    var prefetched = Prefetch()
    if lock == nil { return prefetched }
    await withTaskGroup { group in
      for name in files.packages(of: targets) {
        group.addTask { (name, await registry.answer(of: name, full: true)) }
      }
      for await (name, answer) in group { prefetched.add(name, answer) }
    }
    return prefetched
  }
}
