import HTTP
import TestSupport

/// A git server of the old kind on loopback, which lists in its greeting: `git upload-pack` answers.
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
