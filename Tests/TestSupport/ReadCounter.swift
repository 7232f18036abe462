package import Ecosystem
import Synchronization

/// Counts how often each file of a tree is read.
package final class ReadCounter: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  /// Starts with no reads.
  package init() {}

  /// Returns the number of reads of a file.
  package func count(of path: String) -> Int { counts.withLock { $0[path] ?? 0 } }

  /// Returns a tree that reports its reads to this counter.
  package func counting(_ tree: SourceTree) -> SourceTree {
    var result = tree
    result.read = { [self, read = tree.read] path throws(Problem) in
      counts.withLock { $0[path, default: 0] += 1 }
      return try await read(path)
    }
    return result
  }
}
