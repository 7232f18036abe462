import Archives
import Crypto
import JSON

/// The tarball of a version, with a `package.json` and nothing else.
struct PackageTarball {
  let bytes: [UInt8]

  /// Writes a manifest into an archive that isn't compressed: the same bytes on every machine.
  init(_ manifest: Value) {
    let content = Array(manifest.text(.indented()).utf8)
    let padding = [UInt8](repeating: 0, count: 511 - (content.count + 511) % 512 + 1_024)
    bytes = Self.gzip(Self.header(size: content.count) + content + padding)
  }

  /// The digests of the document's `dist`.
  var digests: [(String, Value)] {
    [
      ("integrity", .string("sha512-" + Digest(.sha512, of: bytes).base64)),
      ("shasum", .string(Digest(.sha1, of: bytes).hexadecimal)),
    ]
  }

  /// A header of the `ustar` format for `package/package.json`.
  private static func header(size: Int) -> [UInt8] {
    let fields = [
      (0, "package/package.json"), (100, "000644 "), (108, "000000 "), (116, "000000 "),
      (124, octal(size, digits: 11)), (136, octal(0, digits: 11)), (148, "        "), (156, "0"),
      (257, "ustar"), (263, "00"),
    ]
    var header = [UInt8](repeating: 0, count: 512)
    for (offset, text) in fields {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    let sum = header.reduce(0) { $0 + Int($1) }
    header.replaceSubrange(148..<156, with: Array((octal(sum, digits: 6) + "\0 ").utf8))
    return header
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// Wraps bytes in blocks that are stored (RFC 1951, 3.2.4).
  private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    for start in stride(from: 0, to: bytes.count, by: 65_535) {
      let block = bytes[start..<min(start + 65_535, bytes.count)]
      let (low, high) = (UInt8(truncatingIfNeeded: block.count), UInt8(block.count >> 8))
      result += [block.endIndex == bytes.count ? 1 : 0, low, high, ~low, ~high] + block
    }
    for number in [Gzip.checksum(bytes), UInt32(bytes.count)] {
      result += (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    }
    return result
  }
}
