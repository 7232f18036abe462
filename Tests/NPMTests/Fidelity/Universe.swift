import FoundationEssentials
import HTTP
import JSON
import Time

@testable import JavaScript
@testable import NPM

/// A registry in a folder: the packuments of a shared oracle kit, read as its server sends them.
actor Universe {
  private static let abbreviatedFields: Set<String> = [
    "name", "version", "deprecated", "dependencies", "optionalDependencies", "devDependencies",
    "bundleDependencies", "bundledDependencies", "peerDependencies", "peerDependenciesMeta",
    "acceptDependencies", "bin", "directories", "dist", "engines", "cpu", "os",
    "_hasShrinkwrap", "hasInstallScript", "funding",
  ]

  private let folder: String
  private var known: [String: Response] = [:]

  init(folder: String) {
    self.folder = folder
  }

  /// A client that answers as the registry did at a date, or as it is.
  nonisolated func client(at date: String?) -> Client {
    Client { (request) throws(HTTPError) in await self.response(to: request, at: date) }
  }

  private func response(to request: Request, at date: String?) -> Response {
    let isFull = request.headers["Accept"] == "application/json"
    let key = "\(request.url) \(isFull) \(date ?? "")"
    if let known = known[key] { return known }
    let name = String(request.url.dropFirst("https://registry.npmjs.org/".count))
      .replacing("%2f", with: "/")
    let body = bytes(name, full: isFull, at: date)
    let response = Response(status: body == nil ? 404 : 200, body: body ?? [])
    known[key] = response
    return response
  }

  private func bytes(_ name: String, full: Bool, at date: String?) -> [UInt8]? {
    let plain = name.hasPrefix("@") ? String(name.dropFirst()) : name
    let encoded = name.replacing("@", with: "%40").replacing("/", with: "%2F")
    let published =
      file(encoded + ".json") ?? file(plain + ".json") ?? file(plain + ".min.json")
    var document = published
    var isTrimmed = false
    if !full, let small = file(plain + ".min.json") {
      document = small
      isTrimmed = true
    }
    guard let document, var value = value(document), value["name"]?.string == name else {
      return nil
    }
    if let date {
      guard let times = published.flatMap(self.value)?["time"],
        let past = Self.travel(value, times, to: date)
      else { return nil }
      value = past
    }
    if full || isTrimmed { return date == nil ? document : Array(value.text(.compact).utf8) }
    return Array(Self.abbreviated(value).text(.compact).utf8)
  }

  private func file(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(filePath: "\(folder)/\(name)"))).map(Array.init)
  }

  private func value(_ bytes: [UInt8]) -> Value? {
    (try? Document(bytes, named: "packument"))?.root.value
  }

  /// The part of a packument that npm asks for: the members that an install needs.
  static func abbreviated(_ value: Value) -> Value {
    let versions = value["versions"]?.object?.members.map { member in
      let manifest = member.value.object?.members ?? []
      var kept = Object(
        manifest.filter { abbreviatedFields.contains($0.key) }.map { ($0.key, $0.value) })
      let scripts = member.value["scripts"]
      let hasScript = ["install", "preinstall", "postinstall"].contains { scripts?[$0] != nil }
      if hasScript { kept["hasInstallScript"] = true }
      return (member.key, Value.object(kept))
    }
    return [
      "name": value["name"] ?? .null, "dist-tags": value["dist-tags"] ?? [:],
      "versions": .object(Object(versions ?? [])),
    ]
  }

  private static func travel(_ value: Value, _ times: Value, to date: String) -> Value? {
    guard var object = value.object, let now = seconds(date) else { return nil }
    let versions = (object["versions"]?.object?.members ?? []).filter { member in
      times[member.key]?.string.flatMap(seconds).map { $0 <= now } ?? true
    }
    let releases = versions.map(\.key).filter { !$0.contains("-") }
    let pool = releases.isEmpty ? versions.map(\.key) : releases
    guard let latest = pool.reduce(nil, { best, key in newer(key, than: best) }) else { return nil }
    object["dist-tags"] = ["latest": .string(latest)]
    object["versions"] = .object(Object(versions.map { ($0.key, $0.value) }))
    return .object(object)
  }

  private static func newer(_ key: String, than best: String?) -> String? {
    guard let best else { return key }
    let numbers = { (text: String) in
      let parts = text.split(separator: ".", maxSplits: 2).map { part in
        Int(part.prefix { $0.isNumber }) ?? 0
      }
      return parts.count == 3 ? parts : [0, 0, 0]
    }
    return numbers(best).lexicographicallyPrecedes(numbers(key)) || numbers(best) == numbers(key)
      ? key : best
  }

  private static func seconds(_ text: String) -> Int64? {
    Timestamp(rfc3339: text)?.milliseconds
  }
}
