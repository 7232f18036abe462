// Serves the files of a folder over HTTP/1.1 like a registry mirror, with ETag, SHA-256, 304 and
// ranges.
//
//     serve FOLDER PORT       (0: any free port)
//
// It prints `listening PORT`. `GET /-/stats` returns the number of requests since the last `GET
// /-/reset` and the number of response bytes, `GET /-/paths` the paths of these requests. ETags are the MD5 sums in a file `MD5SUMS` (in
// md5sum's format) if there is one, as on gem servers.
import Libc
import HTTPServer

let words = CommandLine.arguments
guard words.count == 3, let port = UInt16(words[2]) else {
  print("usage: serve FOLDER PORT")
  exit(2)
}
let files = try Files(in: words[1])
let tally = Tally()
var options = ServerOptions()
options.port = port
let server = try Server(options) { request in
  switch request.path {
  case "/-/stats": return .text(tally.text)
  case "/-/paths": return .text(tally.paths)
  case "/-/reset":
    tally.reset()
    return .text("")
  default:
    let answer = files.answer(request)
    tally.count(String(request.path), answer)
    return answer
  }
}
// Written without buffering, since the parent process waits for this line.
let line = Array("listening \(server.port)\n".utf8)
_ = Libc.write(STDOUT_FILENO, line, line.count)
// Sleeps until it is terminated, so that it uses no time during measurements.
while true { try await Task.sleep(for: .seconds(3600)) }
