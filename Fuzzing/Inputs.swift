import Dispatch
import Ecosystem
import Text

/// Helpers for the fuzzing targets.
enum Inputs {
  /// Returns a source tree with these files.
  static func tree(_ files: [String: [UInt8]]) -> SourceTree {
    SourceTree(name: "input", paths: files.keys.sorted()) { path throws(Problem) in
      SourceText(file: path, bytes: files[path] ?? [])
    }
  }

  /// Waits for asynchronous code, because libFuzzer calls are synchronous.
  static func wait(for body: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await body()
      done.signal()
    }
    done.wait()
  }
}
