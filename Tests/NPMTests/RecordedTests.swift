import Crypto
import Ecosystem
import HTTP
import JSON
import JavaScript
import TestSupport
import Testing

@testable import NPM

/// Answers like a registry with these documents and tarballs, the latter by URL.
private func client(
  _ packuments: [String: Value], _ tarballs: [String: [UInt8]] = [:]
) -> Client {
  Client { request in
    if let tarball = tarballs[request.url] {
      return Response(status: 200, body: tarball, url: request.url)
    }
    let name = request.url.dropFirst("https://registry.npmjs.org/".count)
    guard let whole = packuments[String(name).replacing("%2f", with: "/")] else {
      return Response(status: 404, url: request.url)
    }
    let isFull = request.headers["Accept"] == "application/json"
    let body = isFull ? whole : Universe.abbreviated(whole)
    return Response(status: 200, body: Array(body.text(.compact).utf8), url: request.url)
  }
}

extension Recording {
  fileprivate var packuments: [String: Value] {
    (root["registry"]?.dictionary ?? [:]).mapValues(\.value)
  }
}

@Suite struct `Locks that npm 10.8.2 wrote for invented packages` {
  @Test func `are what martlet writes`() async throws {
    let recording = try Recording("npm")
    let toolchain = Toolchain(stating: [.node, .npm])
    let npm = NPMEcosystem(http: client(recording.packuments), toolchain: toolchain)
    #expect(recording.cases.count >= 20)
    for recorded in recording.cases {
      let difference = await recorded.difference(in: npm)
      #expect(difference == nil, "\(recorded.id)")
    }
  }
}

@Suite struct `Locks that other versions of npm wrote for invented packages` {
  @Test(arguments: ["8.12.1", "9.8.1", "10.9.3", "11.6.2", "11.17.0"])
  func `are what martlet writes`(version: String) async throws {
    let (base, own) = (try Recording("npm"), try Recording("npm-versions"))
    let recorded = try #require(own.root["versions"]?[version])
    var toolchain = Toolchain()
    toolchain[.npm] = version
    toolchain[.node] = try #require(recorded["node"]?.string)
    let npm = NPMEcosystem(
      http: client(base.packuments.merging(own.packuments) { $1 }), toolchain: toolchain)
    var count = 0
    for it in base.cases + own.cases {
      guard let answer = recordedAnswer(to: it, of: version, in: own) else { continue }
      let difference = await answer.difference(in: npm)
      #expect(difference == nil, "\(it.id)")
      count += 1
    }
    #expect(count >= 20)
  }
}

/// Returns a case with the answer of a version; nil without one.
///
/// A text instead of an answer is another version with the same one. The answer of 10.8.2 can be in
/// the case itself.
private func recordedAnswer(
  to it: RecordedCase, of version: String, in recording: Recording
) -> RecordedCase? {
  guard let node = recording.root["versions"]?[version]?["results"]?[it.id] else {
    return version == "10.8.2" ? it : nil
  }
  if let other = node.string { return recordedAnswer(to: it, of: other, in: recording) }
  return it.answered(by: node)
}

@Suite struct `Locks with bundled packages that versions of npm wrote` {
  @Test(arguments: ["10.8.2", "11.6.2", "11.17.0", "11.19.0"])
  func `are what martlet writes`(version: String) async throws {
    let recording = try Recording("npm-bundles")
    var toolchain = Toolchain()
    toolchain[.npm] = version
    toolchain[.node] = try #require(recording.root["versions"]?[version]?["node"]?.string)
    let tarballs = recording.texts("tarballs").compactMapValues { Base64.decode($0) }
    let npm = NPMEcosystem(http: client(recording.packuments, tarballs), toolchain: toolchain)
    #expect(recording.cases.count >= 20)
    for it in recording.cases {
      let answer = try #require(recordedAnswer(to: it, of: version, in: recording))
      let difference = await answer.difference(in: npm)
      #expect(difference == nil, "\(it.id)")
    }
  }
}
