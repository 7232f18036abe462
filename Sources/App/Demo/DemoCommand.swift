import Arguments
import Ecosystem
import FileAccess
import FoundationEssentials
import Libc

extension Martlet {
  /// `martlet demo`: a complete demonstration without a network or an account.
  func demo(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    let folder: String
    if let wanted = invocation.value("keep") {
      folder = try Self.fresh(wanted)
    } else {
      folder = try Self.temporary()
    }
    let story = DemoStory(folder: folder, program: self)
    return try await story.run()
  }

  private static func fresh(_ path: String) throws(Problem) -> String {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw Problem(.usage, "already exists", subject: path)
    }
    return try made(path)
  }

  private static func temporary() throws(Problem) -> String {
    let base = environment("TMPDIR") ?? "/tmp"
    return try made("\(base)/martlet-demo-\(getpid())")
  }

  private static func made(_ path: String) throws(Problem) -> String {
    do throws(FileError) {
      try createFolder(path)
    } catch {
      throw Problem(.failed, "cannot be created: \(error)", subject: path)
    }
    return try WorkingTree(path).root
  }
}
