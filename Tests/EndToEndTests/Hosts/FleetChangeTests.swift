import Foundation
import TestSupport
import Testing

/// Each kind of change in a repository of its own, some of them while a pass runs.
///
/// `Benchmarks/fleet` does the same with as many repositories as asked for.
@Suite(.needsFakeHost, .serialized) struct `Changes in a fleet` {
  @Test(.slow, arguments: ["github", "gitlab", "gitea"])
  func `are all seen by the pass or the next one`(host: String) async throws {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let folder = try Folder()
    let child = try ChildProcess(
      [
        "/usr/bin/env", "python3", root + "/Benchmarks/fleet", "--program", Program.path.path,
        "--hosts", host, "--size", "24", "--changed", "1", "--mixed",
      ], in: folder.path, output: "\(folder.path)/out", error: "\(folder.path)/error")
    let status = await child.end()
    let (out, errors) = (try folder.read("out"), try folder.read("error"))
    #expect(status == 0, "\(out)\(errors)")
    #expect(out.contains("\(host), rename: 1 changed"), "\(out)")
    #expect(out.contains("\(host): 0 violations"), "\(out)")
  }
}
