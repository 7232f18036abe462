// A registry of npm packages that nobody wrote, for timing: the same number of packages always
// gives the same documents.
//
//     bench-npm-registry PACKAGES       serves http://127.0.0.1:PORT, whose port is its first line
//
// `GET /-/requests` tells how many documents were asked for, `GET /-/reset` starts counting anew,
// `GET /-/manifest` is a package.json that wants them all.
import Glibc
import HTTPServer

guard let count = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }), count > 10 else {
  print("usage: bench-npm-registry PACKAGES")
  exit(2)
}
let shelf = Shelf(Universe(count: count))
var options = ServerOptions()
options.connectionLimit = 200
let server = try Server(options) { request in await shelf.answer(request) }
print(server.port)
fflush(nil)
while true { pause() }
