import FoundationEssentials
import CMalloc
import Libc
import HTTP
import JavaScript

/// Parses generated packuments with the proportions of large real ones.
enum Packuments {
  /// Prints, for each size in MB, the memory in addition to the response body.
  static func measure(_ sizes: [Int]) async throws {
    print("document MB  versions  scope       parsing MB  packument MB      s")
    for size in sizes {
      for (name, scope) in [("resolution", Packument.Scope.resolution), ("metadata", .metadata)] {
        let body = document(of: size << 20)
        let client = Client { (_) throws(HTTPError) in Response(status: 200, body: body) }
        let registry = Registry(client: client)
        try Memory.resetPeak()
        let before = try Memory.resident()
        let start = ContinuousClock.now
        let packument = try await registry.packument(of: "large", .full, keeping: scope)
        let time = ContinuousClock.now - start
        let peak = try Memory.peak() - before
        malloc_trim(0)
        let kept = try Memory.resident() - before
        print(
          row([
            ("\(size)", 11), ("\(packument.versions.count)", 10), ("  \(name)", 12),
            ("\(peak)", 12), ("\(kept)", 14), ("\(seconds(time))", 7),
          ]))
      }
    }
  }

  private static func seconds(_ time: Duration) -> String {
    let hundredths =
      time.components.seconds * 100 + time.components.attoseconds / 10_000_000_000_000_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Returns a document of about this size; half of it is dependencies and distributions.
  private static func document(of size: Int) -> [UInt8] {
    var text = Array(#"{"name": "large", "dist-tags": {"latest": "1.0.0"}, "versions": {"#.utf8)
    text.reserveCapacity(size + 1 << 16)
    var number = 0
    while text.count < size - size / 20 {
      if number > 0 { text += ", ".utf8 }
      text += manifest("1.\(number).0").utf8
      number += 1
    }
    let times = (0..<number).map { #""1.\#($0).0": "2024-01-01T00:00:00.000Z""# }
    text += #"}, "time": {\#(times.joined(separator: ", "))}"#.utf8
    text += #", "readme": "\#(String(repeating: "text ", count: size / 100))"}"#.utf8
    return text
  }

  private static func manifest(_ version: String) -> String {
    let dependencies = (0..<25).map { #""dependency-\#($0)": "^\#($0).1.2""# }
    let tasks = (0..<20).map { #""task-\#($0)": "node scripts/task-\#($0).js --flag""# }
    let people = (0..<8).map { #"{"name": "person-\#($0)", "email": "p\#($0)@example.org"}"# }
    let digest = String(repeating: "0123456789abcdef", count: 5)
    return """
      "\(version)": {"name": "large", "version": "\(version)", "license": "MIT",
      "dependencies": {\(dependencies.joined(separator: ", "))},
      "scripts": {\(tasks.joined(separator: ", "))}, "engines": {"node": ">=18"},
      "maintainers": [\(people.joined(separator: ", "))],
      "dist": {"tarball": "https://registry.npmjs.org/large/-/large-\(version).tgz",
      "integrity": "sha512-\(digest)", "signatures": [{"keyid": "SHA256:\(digest)", "sig": "\(digest)"}]}}
      """
  }
}
