import FoundationEssentials
import Testing

private let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

@Suite struct `The units of systemd` {
  private static let units = ["martlet.service", "martlet-run.service"]

  private func lines(of unit: String) throws -> [String] {
    let bytes = try Data(contentsOf: URL(filePath: root + "/deploy/systemd/" + unit))
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test(arguments: units) func `allow the calls by which workers are limited`(unit: String) throws {
    let filters = try lines(of: unit).filter { $0.hasPrefix("SystemCallFilter=") }
    // @resources has setpriority, @privileged mount, and no set the others; a later line wins.
    let denied = try #require(filters.firstIndex { $0.hasPrefix("SystemCallFilter=~") })
    let allowed = filters[(denied + 1)...].flatMap { $0.split(separator: " ") }.map {
      $0.hasPrefix("SystemCallFilter=") ? $0.dropFirst("SystemCallFilter=".count) : $0
    }
    for call in [
      "setpriority", "seccomp", "mount", "landlock_create_ruleset", "landlock_add_rule",
      "landlock_restrict_self",
    ] { #expect(allowed.contains(Substring(call)), "\(call)") }
    let spaces = try lines(of: unit).first { $0.hasPrefix("RestrictNamespaces=") }
    #expect(spaces == "RestrictNamespaces=user net ipc uts pid mnt")
  }

  @Test(arguments: units) func `let other calls fail instead of ending the service`(
    unit: String
  ) throws {
    #expect(try lines(of: unit).contains("SystemCallErrorNumber=EPERM"))
  }

  @Test func `are equally strict for the service and for single passes`() throws {
    let strict = try Self.units.map { unit in
      try lines(of: unit).filter { line in
        [
          "Protect", "Private", "Restrict", "System", "Capability", "NoNew", "IPAddress", "Limit",
          "Tasks", "Memory", "UMask", "Lock",
        ].contains { line.hasPrefix($0) }
      }.sorted()
    }
    #expect(strict[0] == strict[1])
    #expect(strict[0].count > 20)
  }
}
