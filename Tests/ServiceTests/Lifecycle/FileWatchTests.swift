import FoundationEssentials
import Libc
import Synchronization
import TestSupport
import Testing

@testable import Service

@Suite struct `The watch over a file` {
  private func mark(_ path: String) -> FileWatch.Mark? { FileWatch.Mark(path) }

  @Test func `a change shows in size, time or number; a file that is not there has none`() throws {
    let folder =
      FileManager.default.temporaryDirectory.path + "/watch-\(uniqueName())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/martlet.yml"
    #expect(mark(path) == nil)
    try Data("a".utf8).write(to: URL(filePath: path))
    let first = mark(path)
    #expect(first != nil && mark(path) == first)
    try Data("ab".utf8).write(to: URL(filePath: path))
    #expect(mark(path) != first)
    // As Kubernetes does it: the name is a link, and the link is exchanged.
    let link = folder + "/link.yml"
    try Data("cd".utf8).write(to: URL(filePath: folder + "/other.yml"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let before = mark(link)
    #expect(before == mark(path))
    unlink(link)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder + "/other.yml")
    #expect(mark(link) != before)
  }
}
