import Foundation
import TestSupport
import Testing

/// Tests the child processes on which other tests rely.
@Suite struct `A child process` {
  @Test func `returns its exit status repeatedly`() async throws {
    let child = try ChildProcess(["/bin/sh", "-c", "exit 7"])
    #expect(await child.end() == 7)
    #expect(await child.end() == 7)
    #expect(child.hasEnded)
  }

  @Test func `returns the signal that ended it`() async throws {
    let child = try ChildProcess(["/bin/sleep", "600"])
    #expect(!child.hasEnded)
    #expect(await child.terminate() == 128 + SIGTERM)
  }

  @Test func `is reaped even if no test waits for it`() async throws {
    try await withFile { path in
      let child = try ChildProcess(["/bin/sh", "-c", "echo $$"], output: path)
      try await expectGone(path)
      #expect(child.hasEnded)
    }
    try await withFile { path in
      let kept = try KeptProgram(["/bin/sh", "-c", "echo $$ >\(path); read x"])
      try await eventually { number(in: path) != nil }
      kept.end()
      try await expectGone(path)
    }
  }

  @Test func `ends with its last reference, even if it was stopped`() async throws {
    try await withFile { path in
      var child: ChildProcess? = try ChildProcess(
        ["/bin/sh", "-c", "echo $$; kill -STOP $$"], output: path)
      try await eventually { number(in: path).map(isStopped) == true }
      #expect(child?.hasEnded == false)
      child = nil
      try await expectGone(path)
    }
  }
}

private func withFile(_ body: (String) async throws -> Void) async throws {
  let path = NSTemporaryDirectory() + "/martlet-child-\(uniqueName())"
  defer { try? FileManager.default.removeItem(atPath: path) }
  try await body(path)
}

/// Waits until the process whose number is in a file has disappeared.
private func expectGone(_ path: String) async throws {
  try await eventually {
    guard let number = number(in: path) else { return false }
    return !FileManager.default.fileExists(atPath: "/proc/\(number)")
  }
}

private func number(in path: String) -> Int? {
  guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
  return Int(text.trimmingCharacters(in: .newlines))
}

private func isStopped(_ number: Int) -> Bool {
  let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
  return text?.contains(") T ") == true
}
