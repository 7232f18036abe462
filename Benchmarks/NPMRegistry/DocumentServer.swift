import HTTPServer
import JSON

/// Serves the documents of a universe, each rendered once, and counts the requests.
actor DocumentServer {
  private let universe: Universe
  private var written: [String: [UInt8]] = [:]
  private var requests = 0

  init(_ universe: Universe) {
    self.universe = universe
  }

  func answer(_ request: ServerRequest) -> ServerResponse {
    switch request.path {
    case "/-/requests": return .text("\(requests)\n")
    case "/-/reset":
      requests = 0
      return .text("0\n")
    case "/-/manifest": return .text(universe.manifest.text(.indented()) + "\n")
    default:
      requests += 1
      let name = request.path.dropFirst().replacing("%2f", with: "/")
      let isFull = request.header("Accept")?.contains("install-v1") != true
      guard let body = document(String(name), isFull: isFull) else {
        return .text("{}", status: 404)
      }
      let type = HeaderField("Content-Type", "application/json")
      return ServerResponse(status: 200, headers: [type], body: body)
    }
  }

  private func document(_ name: String, isFull: Bool) -> [UInt8]? {
    let key = isFull ? name : name + " abbreviated"
    if let known = written[key] { return known }
    guard let place = universe.place(of: name) else { return nil }
    let body = Array(universe.document(place, isFull: isFull).text(.compact).utf8)
    written[key] = body
    return body
  }
}
