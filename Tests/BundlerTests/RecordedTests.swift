import Ecosystem
import HTTP
import JSON
import TestSupport
import Testing

@testable import Bundler

@Suite struct `Locks that Bundler 2.7.2 wrote for invented gems` {
  @Test func `are what martlet writes`() async throws {
    let recording = try Recording("bundler")
    let infos = recording.texts("info")
    let client = Client { request in
      let name = request.url.dropFirst("https://rubygems.org/info/".count)
      let body = infos[String(name)].map { Array($0.utf8) }
      return Response(status: body == nil ? 404 : 200, body: body ?? [], url: request.url)
    }
    let stated = { (key: String) in recording.root[key]?.string ?? "" }
    let toolchain = Toolchain([
      .ruby: stated("ruby"), .rubygems: stated("rubygems"), .bundler: "2.7.2",
      .rubyPlatform: stated("platform"),
    ])
    let bundler = BundlerEcosystem(http: client, git: .refusing, toolchain: toolchain)
    let cases = recording.cases
    #expect(cases.count >= 20)
    for recorded in cases {
      #expect(await recorded.difference(in: bundler) == nil, "\(recorded.id)")
    }
  }
}
