import Crypto
import Ecosystem
import HTTP
import JSON
import JavaScript
import TestSupport
import Testing

@testable import Pnpm
import Time

@Suite struct `Locks that pnpm wrote for invented packages` {
  @Test(arguments: [
    ("pnpm", "9.15.9", "9-"), ("pnpm", "10.34.5", "10-"), ("pnpm", "11.22.0", "11-"),
    ("pnpm-8", "8.14.1", "8-"),
  ])
  func `are what martlet writes`(file: String, version: String, prefix: String) async throws {
    let recording = try Recording(file)
    let pnpm = PnpmEcosystem(
      http: Self.client(recording), toolchain: Toolchain([.pnpm: version]),
      now: { 1_800_000_000 })
    let cases = recording.cases.filter { $0.id.hasPrefix(prefix) }
    #expect(!cases.isEmpty)
    for recorded in cases {
      let difference = await recorded.difference(in: pnpm)
      #expect(difference == nil, "\(recorded.id)")
    }
  }

  /// Answers with the documents and tarballs of a recording.
  private static func client(_ recording: Recording) -> Client {
    let packuments = (recording.root["registry"]?.dictionary ?? [:]).mapValues(\.value)
    let tarballs = recording.texts("tarballs").compactMapValues { Base64.decode($0) }
    return Client { request in
      let path = String(request.url.dropFirst("https://registry.npmjs.org/".count))
        .replacing("%2f", with: "/")
      let parts = path.split(separator: "/-/")
      if parts.count == 2 {
        let base = parts[0].split(separator: "/").last ?? ""
        let key = "\(parts[0])@\(parts[1].dropFirst(base.count + 1).dropLast(4))"
        return response(tarballs[key], request)
      }
      let isFull = request.headers["Accept"] == "application/json"
      let document = packuments[path].map { isFull ? $0 : abbreviated($0) }
      return response(document.map { Array($0.text(.compact).utf8) }, request)
    }
  }

  private static func response(_ body: [UInt8]?, _ request: Request) -> Response {
    Response(status: body == nil ? 404 : 200, body: body ?? [], url: request.url)
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
          let scripts = manifest["scripts"]?.object ?? Object()
          if ["preinstall", "install", "postinstall"].contains(where: { scripts[$0] != nil }) {
            manifest["hasInstallScript"] = true
          }
          manifest["scripts"] = nil
          return (member.key, .object(manifest))
        }))
    return .object(document)
  }
}
