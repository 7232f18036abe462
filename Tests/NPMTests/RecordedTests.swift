import Ecosystem
import HTTP
import JSON
import TestSupport
import Testing

@testable import NPM

@Suite struct `Locks that npm 10.8.2 wrote for invented packages` {
  @Test func `are what martlet writes`() async throws {
    let recording = try Recording("npm")
    let registry = (recording.root["registry"]?.dictionary ?? [:]).mapValues { Array($0.text.utf8) }
    let client = Client { request in
      let name = request.url.dropFirst("https://registry.npmjs.org/".count)
      let body = registry[String(name).replacing("%2f", with: "/")]
      return Response(status: body == nil ? 404 : 200, body: body ?? [], url: request.url)
    }
    let npm = NPMEcosystem(http: client, toolchain: Toolchain(stating: [.node, .npm]))
    let cases = recording.cases
    #expect(cases.count >= 20)
    for recorded in cases {
      #expect(await recorded.difference(in: npm) == nil, "\(recorded.id)")
    }
  }
}
