import Dispatch
import Ecosystem
import Text

/// What targets of several rooms need.
enum Inputs {
  /// A working copy of these files, whatever bytes they are.
  static func tree(_ files: [String: [UInt8]]) -> SourceTree {
    SourceTree(name: "input", paths: files.keys.sorted()) { path throws(Problem) in
      SourceText(file: path, bytes: files[path] ?? [])
    }
  }

  /// Runs to the end, for libFuzzer waits for what it calls.
  static func wait(for body: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await body()
      done.signal()
    }
    done.wait()
  }
}
