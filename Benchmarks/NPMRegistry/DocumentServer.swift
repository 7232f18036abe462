import HTTPServer
import JSON

/// Serves the documents and tarballs of a universe, each rendered once, and counts the requests.
///
/// Documents under `/here/` have the tarballs of this server, for tools that don't rewrite URLs.
actor DocumentServer {
  private let universe: Universe
  private var written: [String: [UInt8]] = [:]
  private var requests = 0
  /// The paths of the requests, in order.
  private var paths: [String] = []

  init(_ universe: Universe) {
    self.universe = universe
  }

  func answer(_ request: ServerRequest) -> ServerResponse {
    let path = String(request.path.dropFirst()).replacing("%2f", with: "/")
      .replacing("%2F", with: "/")
    if path.hasPrefix("-/") { return control(path.dropFirst(2)) }
    requests += 1
    paths.append(String(request.path))
    if let tarball = tarball(path) { return ServerResponse(status: 200, body: tarball) }
    let isFull = request.header("Accept")?.contains("install-v1") != true
    let origin = "http://\(request.header("Host") ?? "127.0.0.1")/here/"
    guard let body = document(path, isFull: isFull, origin) else {
      return .text("{}", status: 404)
    }
    let type = HeaderField("Content-Type", "application/json")
    return ServerResponse(status: 200, headers: [type], body: body)
  }

  private func control(_ path: Substring) -> ServerResponse {
    switch path {
    case "requests": return .text("\(requests)\n")
    case "paths": return .text(paths.joined(separator: "\n") + "\n")
    case "reset":
      requests = 0
      paths = []
      return .text("0\n")
    case "manifest": return .text(universe.manifest.text(.indented()) + "\n")
    default:
      let member = path.hasPrefix("members/") ? Int(path.dropFirst("members/".count)) : nil
      guard let member else { return .text("", status: 404) }
      return .text(universe.manifest(ofMember: member).text(.indented()) + "\n")
    }
  }

  private func document(_ path: String, isFull: Bool, _ origin: String) -> [UInt8]? {
    let key = isFull ? path : path + " abbreviated"
    if let known = written[key] { return known }
    let isHere = path.hasPrefix("here/")
    guard let index = universe.index(of: isHere ? String(path.dropFirst(5)) : path) else {
      return nil
    }
    let base = isHere ? origin : Universe.publicOrigin
    let document = universe.document(index, isFull: isFull, tarballs: base)
    let body = Array(document.text(.compact).utf8)
    written[key] = body
    return body
  }

  /// Returns the tarball of a path like `NAME/-/package-7-1.0.0.tgz`.
  private func tarball(_ path: String) -> [UInt8]? {
    guard path.hasSuffix(".tgz") else { return nil }
    if let known = written[path] { return known }
    let name = path.hasPrefix("here/") ? String(path.dropFirst(5)) : path
    guard let middle = name.firstRange(of: "/-/"),
      let index = universe.index(of: String(name[..<middle.lowerBound]))
    else { return nil }
    let file = name[middle.upperBound...]
    let number = (0..<universe.history(index)).first { number in
      file.hasSuffix("-\(universe.version(number)).tgz")
    }
    let bytes = number.map { universe.tarball(index, $0).bytes }
    written[path] = bytes
    return bytes
  }
}
