import HTTP
import TestSupport

/// A git server with the old protocol on loopback, implemented by `git upload-pack`.
func gitServer(of folder: String) throws -> TestSupport.LoopbackServer {
  try TestSupport.LoopbackServer { request in
    let isGreeting = request.method == "GET"
    let words =
      isGreeting ? ["--http-backend-info-refs", folder] : [folder]
    let made = try? Tool.run(
      ["upload-pack", "--stateless-rpc"] + words, version: "", input: request.body)
    guard let made, !made.isEmpty else { return .status(404) }
    let kind = isGreeting ? "advertisement" : "result"
    let greeting = Array("001e# service=git-upload-pack\n0000".utf8)
    return .init(
      headers: ["Content-Type": "application/x-git-upload-pack-\(kind)"],
      body: isGreeting ? greeting + made : made)
  }
}
