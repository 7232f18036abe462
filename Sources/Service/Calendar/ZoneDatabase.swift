import Text
import FileAccess

/// An error about a time zone.
package enum ZoneError: Error, Hashable, Sendable {
  /// The system has no such zone, or the name is invalid.
  case unknown(String)
  /// The zone's file is invalid.
  case broken(String, ZoneFileError)
}

/// The system's time zones.
package struct ZoneDatabase: Sendable {
  /// The maximum size of a zone file in bytes.
  ///
  /// Real files have at most four thousand.
  static let fileLimit = 1 << 20

  /// Reads a file by the name of its zone; nil if it does not exist.
  private let read: @Sendable (_ path: String) -> [UInt8]?

  /// The database in the usual folders on Linux.
  package static let system = ZoneDatabase { name in
    ["/usr/share/zoneinfo/", "/usr/lib/zoneinfo/", "/etc/zoneinfo/"].lazy
      .compactMap { try? readFile($0 + name, limit: fileLimit) }.first
  }

  /// Creates a database that reads files with a function.
  ///
  /// It is called only with valid names.
  package init(read: @escaping @Sendable (_ name: String) -> [UInt8]?) {
    self.read = read
  }

  /// Returns the rules of a zone.
  ///
  /// - Parameter name: an IANA name such as `Asia/Tokyo`; `UTC` needs no file.
  /// - Returns: the rules in the zone's file.
  /// - Throws: `ZoneError` if the zone is unknown or its file is invalid.
  package func rules(of name: String) throws(ZoneError) -> ZoneRules {
    if name == "UTC" { return .utc }
    guard Self.isName(name), let file = read(name) else { throw .unknown(name) }
    do {
      return try ZoneRules(file: file)
    } catch {
      throw .broken(name, error)
    }
  }

  /// Whether a text is a valid zone name, and not a path that leads elsewhere.
  private static func isName(_ text: String) -> Bool {
    let parts = text.slashParts(omittingEmptySubsequences: false)
    return text.utf8.count <= 64
      && parts.allSatisfy { part in
        part.utf8.first.map(isLetter) == true
          && part.utf8.allSatisfy { isLetter($0) || "0123456789+-_".utf8.contains($0) }
      }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
