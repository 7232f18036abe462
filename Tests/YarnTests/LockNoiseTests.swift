import Archives
import Ecosystem
import TestSupport
import Testing
import Text

@testable import JavaScript
@testable import Yarn

@Suite struct `Noise` {
  private static let pieces = [
    "a@^1.0.0", "\"@b/c@*\"", ":", "\n", "  version \"1.0.0\"\n", "  ", "    ", ", ", "\"", "\\",
    "dependencies:\n", "__metadata:\n", "version: 8\n", "resolution: \"a@npm:1.0.0\"\n", "? ", "#",
    "é", "\r\n", "bin:\n", "checksum: 10c0/00\n", "\u{0}",
  ]

  @Test(arguments: 0..<200 as Swift.Range<UInt64>)
  func `in a lock is an entry or a refusal`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var text = ""
    for _ in 0..<40 { text += Self.pieces.randomElement(using: &generator) ?? "" }
    let source = SourceText(file: "yarn.lock", text)
    do throws(Problem) {
      _ = try ClassicLock(source).bytes()
    } catch {
      #expect(error.kind == .refused)
    }
    do throws(Problem) {
      _ = try BerryLock(source).bytes()
    } catch {
      #expect(error.kind == .refused)
    }
  }

  @Test(arguments: 0..<100 as Swift.Range<UInt64>)
  func `in a tarball is a failure`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<2048).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let archive = PackageArchive(name: "a", compression: .mixed, limits: .usual)
    #expect(throws: ArchiveFailure.malformed) { try archive.checksum(of: bytes) }
    #expect(throws: ArchiveFailure.malformed) {
      var reader = TarballReader()
      try reader.read(bytes[...]) { _ in }
      try reader.finish()
    }
  }
}
