// A registry of generated npm packages for benchmarks. The same number of packages always gives the
// same documents.
//
//     bench-npm-registry PACKAGES       serves http://127.0.0.1:PORT, whose port is its first line
//
// `GET /-/requests` returns the number of requests for documents, `GET /-/reset` resets it, and
// `GET /-/manifest` returns a package.json that depends on all packages.
import Glibc
import HTTPServer

guard let count = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }), count > 10 else {
  print("usage: bench-npm-registry PACKAGES")
  exit(2)
}
let documents = DocumentServer(Universe(count: count))
var options = ServerOptions()
options.connectionLimit = 200
let server = try Server(options) { request in await documents.answer(request) }
print(server.port)
fflush(nil)
while true { pause() }
