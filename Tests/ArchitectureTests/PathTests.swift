import Architecture
import FoundationEssentials
import Testing

/// Paths are split byte by byte: see `slashParts` in `Text`.
@Suite struct `A path` {
  private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  /// Files of modules without `Text`, whose texts with slashes aren't paths of a repository.
  private static let exceptions: Set = [
    "Sources/Addresses/AddressRange.swift", "Sources/Workers/ControlGroup.swift",
    // Ranges of days.
    "Sources/Configuration/Schedules/DayRange.swift",
  ]

  private static func splits(_ text: String) -> Bool {
    let code = text.filter { !$0.isWhitespace }
    return code.contains(#"split(separator:"/""#) || code.contains(#"split{$0=="/"}"#)
  }

  @Test func `is not split at characters`() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: Self.root + "/Sources")
      .filter { $0.hasSuffix(".swift") }
    #expect(names.count > 1_000)
    let found = try names.filter { name in
      let text = try String(contentsOfFile: "\(Self.root)/Sources/\(name)", encoding: .utf8)
      return Self.splits(text)
    }
    #expect(Set(found.map { "Sources/" + $0 }) == Self.exceptions)
  }

  @Test(arguments: [
    (#"path.split(separator: "/").last"#, true),
    ("path.split(\n  separator: \"/\", maxSplits: 1)", true),
    (#"path.slashParts()"#, false), (#"path.utf8.split(separator: UInt8(ascii: "/"))"#, false),
  ])
  func `that is split at characters is found`(code: String, isFound: Bool) {
    #expect(Self.splits(code) == isFound)
  }
}
