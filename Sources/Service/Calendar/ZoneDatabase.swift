import Glibc

/// Why a time zone cannot be used.
package enum ZoneError: Error, Hashable, Sendable {
  /// The system has no such zone, or it is no zone's name.
  case unknown(String)
  /// The zone's file is there and cannot be read, which the second value tells.
  case broken(String, ZoneFileError)
}

/// The system's time zones.
package struct ZoneDatabase: Sendable {
  /// The largest file that is read, in bytes; the largest there is has four thousand.
  static let fileLimit = 1 << 20

  /// Reads a file by its path; nil where there is none.
  private let read: @Sendable (_ path: String) -> [UInt8]?

  /// Looks at the folders where Linux keeps its zones.
  package static let system = ZoneDatabase { name in
    ["/usr/share/zoneinfo/", "/usr/lib/zoneinfo/", "/etc/zoneinfo/"].lazy
      .compactMap { readFile($0 + name) }.first
  }

  /// Reads files by a function, which is asked for names of zones alone.
  package init(read: @escaping @Sendable (_ name: String) -> [UInt8]?) {
    self.read = read
  }

  /// The rules of a zone.
  ///
  /// - Parameter name: as the IANA spells it, such as `Asia/Tokyo`; `UTC` needs no file.
  /// - Returns: what its file says.
  /// - Throws: `ZoneError` where there is no such zone.
  package func rules(of name: String) throws(ZoneError) -> ZoneRules {
    if name == "UTC" { return .utc }
    guard Self.isName(name), let file = read(name) else { throw .unknown(name) }
    do {
      return try ZoneRules(file: file)
    } catch {
      throw .broken(name, error)
    }
  }

  /// Whether a text can be a zone's name, and no path that leads elsewhere.
  private static func isName(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return text.utf8.count <= 64
      && parts.allSatisfy { part in
        part.utf8.first.map(isLetter) == true
          && part.utf8.allSatisfy { isLetter($0) || "0123456789+-_".utf8.contains($0) }
      }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func readFile(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while bytes.count <= fileLimit {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count == 0 { return bytes }
      guard count > 0 else { return nil }
      bytes += piece[..<count]
    }
    return nil
  }
}
