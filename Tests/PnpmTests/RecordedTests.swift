import Ecosystem
import HTTP
import JSON
import TestSupport
import Testing

@testable import Pnpm
import Time

@Suite struct `Locks that pnpm wrote for invented packages` {
  @Test(arguments: [("9.15.9", "9-"), ("10.34.5", "10-"), ("11.22.0", "11-")])
  func `are what martlet writes`(version: String, prefix: String) async throws {
    let recording = try Recording("pnpm")
    let packuments = (recording.root["registry"]?.dictionary ?? [:]).mapValues(\.value)
    let client = Client { request in
      let name = String(request.url.dropFirst("https://registry.npmjs.org/".count))
      guard let whole = packuments[name.replacing("%2f", with: "/")] else {
        return Response(status: 404, url: request.url)
      }
      let isFull = request.headers["Accept"] == "application/json"
      let body = isFull ? whole : Self.abbreviated(whole)
      return Response(status: 200, body: Array(body.text(.compact).utf8), url: request.url)
    }
    let pnpm = PnpmEcosystem(
      http: client, toolchain: Toolchain([.pnpm: version]), now: { 1_800_000_000 })
    let cases = recording.cases.filter { $0.id.hasPrefix(prefix) }
    #expect(!cases.isEmpty)
    for recorded in cases {
      let difference = await recorded.difference(in: pnpm)
      #expect(difference == nil, "\(recorded.id)")
    }
  }

  /// Leaves out what the registry's abbreviated documents don't have.
  private static func abbreviated(_ whole: Value) -> Value {
    guard case .object(var document) = whole, let versions = document["versions"]?.object else {
      return whole
    }
    document["time"] = nil
    document["versions"] = .object(
      Object(
        versions.members.map { member in
          var manifest = member.value.object ?? Object()
          manifest["libc"] = nil
          return (member.key, .object(manifest))
        }))
    return .object(document)
  }
}
