import FileAccess
import FoundationEssentials
import TestSupport
import Testing

@Suite final class `Access to files` {
  private let folder: String

  init() throws {
    folder = "/tmp/martlet-file-access-\(uniqueName())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test func `A replaced file has the new bytes, and no other file remains`() throws {
    let path = folder + "/record"
    for bytes in [Array("old".utf8), Array("newer".utf8), []] {
      try replaceFile(path, with: bytes, isDurable: true)
      #expect(try readFile(path, limit: 100) == bytes)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["record"])
  }

  @Test func `A file that cannot be replaced keeps its place and leaves nothing beside it`() throws
  {
    let path = folder + "/folder"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(throws: FileError.self) { try replaceFile(path, with: [1], isDurable: false) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["folder"])
  }

  @Test(arguments: ["one", "one/two/three", "one/two/", ""])
  func `A folder is created with those above it, and may exist`(name: String) throws {
    for _ in 1...2 { try createFolder("\(folder)/\(name)") }
    try replaceFile("\(folder)/\(name)/file", with: [], isDurable: false)
  }

  @Test func `A folder below a file is not created`() throws {
    try replaceFile(folder + "/file", with: [], isDurable: false)
    for name in ["file", "file/one"] {
      #expect(throws: FileError.self) { try createFolder("\(folder)/\(name)") }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
  }

  @Test(arguments: [(0, true), (4_095, true), (4_096, true), (100_000, true), (100_001, false)])
  func `A file is read up to the limit`(size: Int, isRead: Bool) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    try replaceFile(folder + "/a", with: bytes, isDurable: false)
    if isRead {
      #expect(try readFile(folder + "/a", limit: 100_000) == bytes)
    } else {
      #expect(throws: FileError.tooLarge) { try readFile(folder + "/a", limit: 100_000) }
    }
  }

  @Test func `A missing file is an error with the system's reason`() {
    #expect(throws: FileError.systemError(reason: "No such file or directory")) {
      try readFile("/nonexistent/file", limit: 1)
    }
  }
}
