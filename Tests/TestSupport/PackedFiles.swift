/// A gzip file with a tar archive, as a registry serves a package.
///
///     PackedFiles([("package/package.json", "{}")]).gzip
package struct PackedFiles {
  /// The archive before compression.
  package private(set) var tar: [UInt8] = []

  /// Packs files in order; a path with `/` at the end is a folder.
  package init(_ files: [(path: String, text: String)]) {
    for file in files { add(file.path, Array(file.text.utf8)) }
    tar += [UInt8](repeating: 0, count: 1024)
  }

  /// Packs files of any content in order.
  package init(bytes files: [(path: String, bytes: [UInt8])]) {
    for file in files { add(file.path, file.bytes) }
    tar += [UInt8](repeating: 0, count: 1024)
  }

  /// Wraps the bytes of an archive.
  package init(tar: [UInt8]) { self.tar = tar }

  private mutating func add(_ path: String, _ content: [UInt8]) {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    let size = String(content.count, radix: 8)
    put(path, at: 0)
    put("0000644", at: 100)
    put(String(repeating: "0", count: 11 - size.count) + size, at: 124)
    put("        ", at: 148)
    put(path.hasSuffix("/") ? "5" : "0", at: 156)
    put("ustar", at: 257)
    let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
    put(String(repeating: "0", count: 6 - sum.count) + sum + "\0 ", at: 148)
    tar += header + content
    tar += [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  /// The archive in blocks that are stored without compression (RFC 1951 and 1952).
  package var gzip: [UInt8] {
    var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var rest = tar[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      file.append(rest.isEmpty ? 1 : 0)
      file += Self.bytes(UInt32(block.count), 2) + Self.bytes(~UInt32(block.count), 2) + block
    } while !rest.isEmpty
    return file + Self.bytes(Self.checksum(tar), 4) + Self.bytes(UInt32(tar.count), 4)
  }

  private static func bytes(_ number: UInt32, _ count: UInt32) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
      }
    }
  }
}
