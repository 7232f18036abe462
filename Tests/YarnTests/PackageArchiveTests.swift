import Archives
import JavaScript
import Testing

@testable import Yarn

@Suite
struct `A package archive` {
  @Test("a later content of a path replaces an earlier one in its place")
  func duplicates() throws {
    let twice = [file("a", "old"), file("b", "1"), file("a", "new"), file("c", "2")]
    let once = [file("a", "new"), file("b", "1"), file("c", "2")]
    #expect(try checksum(twice) == checksum(once))
    #expect(try checksum(twice) != checksum([file("a", "old"), file("b", "1"), file("c", "2")]))
  }

  @Test("the pieces of a tarball don't matter", arguments: [1, 7, 511, 512, 513, 5000])
  func pieces(size: Int) throws {
    let bytes =
      extended([("path", "package/" + String(repeating: "d/", count: 90) + "x")])
      + file("a", String(repeating: "text", count: 700)) + file("b", "") + end
    var parts: [[String]] = []
    for size in [size, bytes.count] {
      var reader = TarballReader()
      var found: [String] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        try reader.read(bytes[start..<min(start + size, bytes.count)]) { part in
          switch part {
          case .entry(let entry): found.append("\(entry)")
          case .content(let bytes): found[found.count - 1] += String(decoding: bytes, as: UTF8.self)
          case .end: found.append("end")
          }
        }
      }
      try reader.finish()
      parts.append(found.map { $0 })
    }
    // Content is appended to the entry's line, so that pieces make no difference.
    #expect(parts[0] == parts[1])
    #expect(parts[0].count == 4)
  }

  @Test(
    "sizes that overflow and truncated contents are malformed",
    arguments: ["9223372036854775807", "4611686018427387904", "100000"])
  func overflow(size: String) {
    #expect(throws: ArchiveFailure.malformed) {
      try checksum([extended([("size", size)]) + file("a", "")])
    }
  }

  @Test("a path longer than systems allow is too large")
  func longPath() {
    let path = "package/" + String(repeating: "a", count: 70_000)
    #expect(throws: ArchiveFailure.tooLarge) {
      try checksum([extended([("path", path)]) + file("a", "")])
    }
  }

  @Test("deep paths are too large in sum")
  func deepPaths() {
    let entries = (0..<40).map { number in
      extended([("path", "package/\(number)/" + String(repeating: "a/", count: 1900) + "x")])
        + file("a", "")
    }
    #expect(throws: ArchiveFailure.tooLarge) { try checksum(entries) }
  }

  @Test("contents beyond a limit are too large, and those within it aren't")
  func content() throws {
    let entries = (0..<10).map { file("\($0)", String(repeating: "x", count: 100_000)) }
    var limits = PackageArchive.Limits(tarball: 1 << 20, content: 2 << 20, held: 100_000)
    #expect(try checksum(entries, limits) == checksum(entries))
    limits.content = 900_000
    #expect(throws: ArchiveFailure.tooLarge) { try checksum(entries, limits) }
    limits = PackageArchive.Limits(tarball: 1 << 20, content: 2 << 20, held: 99_999)
    #expect(throws: ArchiveFailure.tooLarge) { try checksum(entries, limits) }
    limits = PackageArchive.Limits(tarball: 10, content: 2 << 20, held: 100_000)
    #expect(throws: ArchiveFailure.tooLarge) { try checksum(entries, limits) }
  }

  @Test("more files than a ZIP file counts are too large")
  func count() {
    let entries = (0..<65_600).map { file("\($0)", "") }
    #expect(throws: ArchiveFailure.tooLarge) { try checksum(entries) }
  }

  /// The checksums of a model of libzip whose results for nine levels are those of Yarn 3.8.7.
  @Test(
    "a level compresses all files, also empty ones",
    arguments: [
      (1, "1fcb9b275f7905d4dc58523e78e04c8ffa3beede9f765cb2833075045333aa9d"),
      (6, "033719fee2200f014c107b47b0ae0c6f67c9d8c9ad11a3063ec64b7f9c6273d0"),
      (9, "5aa1a862486289de1838e9c0360439b8015537d67b3059cf17187b48b24059ad"),
    ])
  func levels(level: Int, start: String) throws {
    let entries = [
      file("package.json", "{}"), file("empty", ""),
      file("text", String(repeating: "abcd", count: 500)), file("x/y", "z"),
    ]
    #expect(try checksum(entries, compression: .deflated(level: level)).hasPrefix(start))
  }

  /// The checksums of a model of libzip, which agrees with Yarn 4.18.0 for such a package.
  @Test(
    "paths beyond ASCII are marked as UTF-8",
    arguments: [(PackageArchive.Compression.stored, "b7945c6223fd"), (.mixed, "434b7c2cf00c")])
  func unicode(compression: PackageArchive.Compression, start: String) throws {
    let long = String(repeating: "abcd", count: 100)
    let entries = [file("\u{E9}/b.txt", "text"), file("a.txt", long)]
    #expect(try checksum(entries, compression: compression).hasPrefix(start))
  }

  /// The checksum of a model of libzip, which agrees with Yarn 3.8.7 and 4.18.0 for such a package.
  @Test("the copy that is patched has its entries by name")
  func sorted() throws {
    let names = ["lib/a/x", "lib-b", "lib/a.js", "B", "a"]
    let entries = zip(names, 1...).map { file($0, "\($1)") }
    #expect(try checksum(entries, isSorted: true).hasPrefix("4836975b022d"))
    #expect(try !checksum(entries).hasPrefix("4836975b022d"))
  }

  // MARK: - Tarballs

  private func checksum(
    _ entries: [[UInt8]], _ limits: PackageArchive.Limits = .large,
    compression: PackageArchive.Compression = .stored, isSorted: Bool = false
  ) throws -> String {
    let archive = PackageArchive(
      name: "a", compression: compression, limits: limits, isSorted: isSorted)
    return try archive.checksum(of: gzipped(entries.flatMap { $0 } + end))
  }

  private let end = [UInt8](repeating: 0, count: 1024)

  private func file(_ name: String, _ content: String) -> [UInt8] {
    block("package/\(name)", content, type: "0")
  }

  private func extended(_ records: [(String, String)]) -> [UInt8] {
    let lines = records.map { key, value in
      let rest = " \(key)=\(value)\n"
      var length = rest.utf8.count + 1
      while "\(length)".utf8.count + rest.utf8.count != length {
        length = "\(length)".utf8.count + rest.utf8.count
      }
      return "\(length)" + rest
    }
    return block("header", lines.joined(), type: "x")
  }

  private func block(_ name: String, _ content: String, type: Character) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
    }
    put(name, at: 0)
    put("0000644", at: 100)
    put(octal(content.utf8.count, 11), at: 124)
    put(String(type), at: 156)
    put("ustar", at: 257)
    put("        ", at: 148)
    put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\0 ", at: 148)
    let padding = (512 - content.utf8.count % 512) % 512
    return header + Array(content.utf8) + [UInt8](repeating: 0, count: padding)
  }

  private func octal(_ number: Int, _ width: Int) -> String {
    let digits = String(number, radix: 8)
    return String(repeating: "0", count: width - digits.count) + digits
  }

  private func gzipped(_ bytes: [UInt8]) -> [UInt8] {
    let trailer = [Gzip.checksum(bytes), UInt32(bytes.count)].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + (Gzip.deflated(bytes) ?? []) + trailer
  }
}
