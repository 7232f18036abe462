import Ecosystem
import HTTP
import JSON
import TestSupport
import Testing

@testable import NPM

@Suite struct `Locks that npm 10.8.2 wrote for invented packages` {
  @Test func `are what martlet writes`() async throws {
    let recording = try Recording("npm")
    let packuments = (recording.root["registry"]?.dictionary ?? [:]).mapValues(\.value)
    let client = Client { request in
      let name = request.url.dropFirst("https://registry.npmjs.org/".count)
      guard let whole = packuments[String(name).replacing("%2f", with: "/")] else {
        return Response(status: 404, url: request.url)
      }
      let isFull = request.headers["Accept"] == "application/json"
      let body = isFull ? whole : Universe.abbreviated(whole)
      return Response(status: 200, body: Array(body.text(.compact).utf8), url: request.url)
    }
    let npm = NPMEcosystem(http: client, toolchain: Toolchain(stating: [.node, .npm]))
    let cases = recording.cases
    #expect(cases.count >= 20)
    for recorded in cases {
      let difference = await recorded.difference(in: npm)
      #expect(difference == nil, "\(recorded.id)")
    }
  }
}
