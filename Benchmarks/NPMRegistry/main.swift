// A registry of generated npm packages for benchmarks. The same number of packages always gives the
// same documents.
//
//     bench-npm-registry PACKAGES [FRAMEWORKS]       serves http://127.0.0.1:PORT, whose port is its first line
//
// `GET /-/requests` returns the number of requests for documents and tarballs, `GET /-/reset` resets
// it, `GET /-/paths` returns the paths of these requests, `GET /-/manifest` returns a package.json that leads to all packages, and `GET /-/members/N` one of
// a workspace of 40 packages that lead to the same packages together.
import Libc
import HTTPServer

guard let count = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }), count > 10 else {
  print("usage: bench-npm-registry PACKAGES [FRAMEWORKS]")
  exit(2)
}
let frameworks = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0
let documents = DocumentServer(Universe(count: count, frameworks: frameworks))
var options = ServerOptions()
options.connectionLimit = 200
let server = try Server(options) { request in await documents.answer(request) }
print(server.port)
fflush(nil)
while true { pause() }
