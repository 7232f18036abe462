import FoundationEssentials
import Glibc

/// The `git` of this machine, for what only it can make.
enum Tool {
  struct Failure: Error {
    var status: Int32
  }

  static var isInstalled: Bool { access("/usr/bin/git", X_OK) == 0 }

  static func git(_ arguments: [String]) throws {
    try spawn(["/usr/bin/git", "-c", "user.name=n", "-c", "user.email=e@e"] + arguments)
  }

  private static func spawn(_ all: [String]) throws {
    var pointers = all.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var pid = pid_t()
    guard posix_spawn(&pid, all[0], nil, nil, &pointers, environ) == 0 else {
      throw Failure(status: -1)
    }
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    guard status == 0 else { throw Failure(status: status) }
  }

  /// Feeds a command and answers what it writes.
  static func run(
    _ arguments: [String], version: String, input: [UInt8] = []
  ) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.path + "/martlet-run-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(input).write(to: URL(filePath: "\(folder)/in"))
    let script = "GIT_PROTOCOL=$1 git \"${@:2}\" <\"$0/in\" >\"$0/out\" 2>/dev/null; true"
    try spawn(["/bin/bash", "-c", script, folder, version] + arguments)
    return Array(try Data(contentsOf: URL(filePath: "\(folder)/out")))
  }
}
