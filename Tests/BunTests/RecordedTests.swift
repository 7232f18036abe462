import Ecosystem
import HTTP
import JSON
import TestSupport
import JavaScript
import Testing

@testable import Bun

@Suite struct `Locks that Bun wrote for invented packages` {
  @Test func `are what martlet writes`() async throws {
    let recording = try Recording("bun")
    let packuments = (recording.root["registry"]?.dictionary ?? [:]).mapValues {
      Array($0.value.text(.compact).utf8)
    }
    let client = Client { request in
      let path = String(request.url.dropFirst("https://registry.npmjs.org/".count))
        .replacing("%2f", with: "/")
      let body = packuments[path]
      return Response(status: body == nil ? 404 : 200, body: body ?? [], url: request.url)
    }
    #expect(recording.cases.count >= 25)
    for recorded in recording.cases {
      let difference = await recorded.difference(in: BunEcosystem(http: client))
      #expect(difference == nil, "\(recorded.id)")
    }
  }
}
