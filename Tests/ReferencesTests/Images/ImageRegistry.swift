import HTTP
import Logging
import Text

/// A digest for a tag.
func tagDigest(_ tag: String) -> String {
  let digits = tag.utf8.map { String($0 % 16, radix: 16) }.joined()
  return "sha256:" + digits + String(repeating: "0", count: 64 - digits.count)
}

/// A registry at Docker Hub: `"library/node": "22 24 24-alpine"` has three tags.
///
/// It asks for a token, lists two tags a page, and `new:` in front of a tag means that its digest
/// isn't that of `tagDigest(tag)`.
func imageRegistry(_ images: [String: String]) -> HTTP.Client {
  HTTP.Client { request throws(HTTPError) in
    let url = request.url
    if url.hasPrefix("https://auth.docker.io/token?service=registry.docker.io&scope=repository") {
      return Response(status: 200, body: Array(#"{"token":"t"}"#.utf8))
    }
    guard request.credential?.reveal() == "Bearer t" else {
      let challenge = #"Bearer realm="https://auth.docker.io/token",service="registry.docker.io""#
      return Response(status: 401, headers: ["WWW-Authenticate": challenge])
    }
    let path = url.dropFirst("https://registry-1.docker.io/v2/".count)
    let name = images.keys.first { path.hasPrefix($0 + "/") }
    guard let name, let words = images[name]?.split(separator: " ") else {
      return Response(status: 404)
    }
    let rest = path.dropFirst(name.count + 1)
    if rest.hasPrefix("manifests/") {
      let tag = rest.dropFirst("manifests/".count)
      let isNew = words.contains("new:\(tag)")
      return Response(
        status: 200,
        headers: ["Docker-Content-Digest": tagDigest(isNew ? "new\(tag)" : String(tag))])
    }
    let tags = words.map { $0.hasPrefix("new:") ? $0.dropFirst(4) : $0 }
    let start = rest.split(separator: "last=").dropFirst().first.flatMap { Int($0) } ?? 0
    let page = tags[start...].prefix(2)
    var headers: Headers = [:]
    if start + 2 < tags.count {
      headers["Link"] = "</v2/\(name)/tags/list?n=1000&last=\(start + 2)>; rel=\"next\""
    }
    let list = page.map { "\"\($0)\"" }.joined(separator: ",")
    return Response(
      status: 200, headers: headers, body: Array("{\"tags\":[\(list)]}".utf8), url: url)
  }
}
