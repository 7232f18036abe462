import Archives
import Ecosystem
import TestSupport
import Testing

@Suite struct `A tarball` {
  private func entries(
    _ files: [(path: String, text: String)],
    keeping isKept: @escaping (String) -> Bool = { _ in true }
  ) throws -> [String] {
    let tarball = try Tarball(
      gzip: PackedFiles(files).gzip, of: "a", limit: 1 << 20, keeping: isKept)
    return tarball.entries.map { entry in
      guard case .file(let bytes, _) = entry.content else { return entry.path + "/" }
      return "\(entry.path) \(bytes.count)"
    }
  }

  @Test func `has the files of the archive without the first part of their paths`() throws {
    let files: [(path: String, text: String)] = [
      ("package/package.json", "{}"), ("package/lib/", ""), ("other/lib/a.js", "let a"),
    ]
    #expect(try entries(files) == ["package.json 2", "lib/", "lib/a.js 5"])
  }

  @Test func `keeps only the contents in question`() throws {
    let files: [(path: String, text: String)] = [
      ("p/a", String(repeating: "a", count: 200_000)), ("p/b", "b"), ("p/c", "c"),
    ]
    #expect(try entries(files) { $0 == "b" } == ["a 0", "b 1", "c 0"])
    #expect(try entries(files) == ["a 200000", "b 1", "c 1"])
  }

  @Test func `ignores paths that lead out of it`() throws {
    #expect(try entries([("p/../../a", "x"), ("/p/a", "x"), ("a", "x"), ("p/b", "b")]) == ["b 1"])
  }

  @Test func `is malformed if it is cut anywhere`() throws {
    let whole = PackedFiles([("p/a", "a"), ("p/b", String(repeating: "b", count: 2_000))]).gzip
    for length in stride(from: 0, to: whole.count, by: 97) {
      #expect(throws: Problem.self) {
        try Tarball(gzip: Array(whole.prefix(length)), of: "a", limit: 1 << 20)
      }
    }
  }

  @Test(arguments: 0..<100 as Swift.Range<UInt64>)
  func `is malformed if it is noise`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<2048).map { _ in UInt8.random(in: 0...255, using: &random) }
    for file in [bytes, PackedFiles(tar: bytes).gzip] {
      #expect(throws: Problem.self) { try Tarball(gzip: file, of: "a", limit: 1 << 20) }
    }
  }

  @Test func `is refused beyond the limit`() throws {
    let bytes = PackedFiles([("p/a", String(repeating: "a", count: 5_000))]).gzip
    #expect(throws: Problem.self) { try Tarball(gzip: bytes, of: "a", limit: 5_000) }
  }

  @Test func `never ends the program`() {
    var random = SeededGenerator(seed: 17)
    let whole = PackedFiles([("p/a", "a"), ("p/b", "b")]).tar
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let offset = Int.random(in: 0..<bytes.count, using: &random)
        bytes[offset] = .random(in: 0...255, using: &random)
      }
      _ = try? Tarball(gzip: PackedFiles(tar: bytes).gzip, of: "a", limit: 1 << 20)
    }
  }
}
