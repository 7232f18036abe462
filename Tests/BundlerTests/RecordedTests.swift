import Ecosystem
import HTTP
import JSON
import TestSupport
import Testing

@testable import Bundler

@Suite struct `Locks that Bundler wrote for invented gems` {
  /// The recordings of other versions share the gems of the first one.
  @Test(arguments: [("bundler", 30), ("bundler-2.5.22", 20), ("bundler-2.6.2", 20)])
  func `are what martlet writes`(name: String, count: Int) async throws {
    let gems = try Recording("bundler")
    let recording = try Recording(name)
    let infos = gems.texts("info")
    let client = Client { request in
      let name = request.url.dropFirst("https://rubygems.org/info/".count)
      let body = infos[String(name)].map { Array($0.utf8) }
      return Response(status: body == nil ? 404 : 200, body: body ?? [], url: request.url)
    }
    let stated = { (key: String) in gems.root[key]?.string ?? "" }
    let toolchain = Toolchain([
      .ruby: stated("ruby"), .rubygems: stated("rubygems"),
      .bundler: recording.root["bundler"]?.string ?? "2.7.2",
      .rubyPlatform: stated("platform"),
    ])
    let bundler = BundlerEcosystem(http: client, git: .refusing, toolchain: toolchain)
    let cases = recording.cases
    #expect(cases.count >= count)
    for recorded in cases {
      #expect(await recorded.difference(in: bundler) == nil, "\(recorded.id)")
    }
  }
}
