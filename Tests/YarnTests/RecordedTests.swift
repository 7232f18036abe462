import Crypto
import Ecosystem
import HTTP
import JSON
import TestSupport
import JavaScript
import Testing

@testable import Yarn

@Suite struct `Locks that Yarn wrote for invented packages` {
  @Test(
    arguments: [("yarn-classic", "1.21.1"), ("yarn-4", "4.18.0"), ("yarn-3", "3.8.7")])
  func `are what martlet writes`(name: String, version: String) async throws {
    let recording = try Recording(name)
    let packuments = (recording.root["registry"]?.dictionary ?? [:]).mapValues {
      Array($0.value.text(.compact).utf8)
    }
    let tarballs = recording.texts("tarballs").compactMapValues { Base64.decode($0) }
    let client = Client { request in
      let path = String(request.url.dropFirst("https://registry.npmjs.org/".count))
        .replacing("%2f", with: "/")
      let parts = path.split(separator: "/-/")
      guard parts.count == 2 else {
        return Self.response(packuments[path], request)
      }
      let base = parts[0].split(separator: "/").last ?? ""
      let key = "\(parts[0])@\(parts[1].dropFirst(base.count + 1).dropLast(4))"
      return Self.response(tarballs[key], request)
    }
    var toolchain = Toolchain()
    toolchain[.yarn] = version
    let yarn = YarnEcosystem(http: client, toolchain: toolchain)
    #expect(recording.cases.count >= 7)
    for recorded in recording.cases {
      let difference = await recorded.difference(in: yarn)
      #expect(difference == nil, "\(recorded.id)")
    }
  }

  private static func response(_ body: [UInt8]?, _ request: Request) -> Response {
    Response(status: body == nil ? 404 : 200, body: body ?? [], url: request.url)
  }
}
