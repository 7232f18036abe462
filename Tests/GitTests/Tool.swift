import FoundationEssentials
import Libc
import TestSupport

/// The installed `git`, for repositories that only it can create.
enum Tool {
  struct Failure: Error {
    var status: Int32
  }

  static var isInstalled: Bool { access("/usr/bin/git", X_OK) == 0 }

  static func git(_ arguments: [String]) async throws {
    let words = ["/usr/bin/git", "-c", "user.name=n", "-c", "user.email=e@e"]
    let status = try await ChildProcess(words + arguments).end()
    guard status == 0 else { throw Failure(status: status) }
  }

  /// Writes to a command and returns its output, on the thread of a server.
  static func run(
    _ arguments: [String], version: String, input: [UInt8] = []
  ) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.path + "/martlet-run-\(uniqueName())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(input).write(to: URL(filePath: "\(folder)/in"))
    let script = "GIT_PROTOCOL=$1 git \"${@:2}\" <\"$0/in\" >\"$0/out\" 2>/dev/null; true"
    let words = ["/bin/bash", "-c", script, folder, version] + arguments
    let status = try ChildProcess(words).endOnThisThread()
    guard status == 0 else { throw Failure(status: status) }
    return Array(try Data(contentsOf: URL(filePath: "\(folder)/out")))
  }
}
