// Serves the files of a folder over HTTP/1.1, as a registry's mirror would: with ETag, SHA-256,
// 304 and ranges.
//
//     serve FOLDER PORT       (0: any free port)
//
// It prints `listening PORT`. `GET /-/stats` tells how many requests there were since the last
// `GET /-/reset`, and how many bytes they were answered with. ETags are the MD5 sums of a file
// `MD5SUMS` (md5sum's own format) where there is one, as servers of gems have them.
import Glibc
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
  case "/-/reset":
    tally.reset()
    return .text("")
  default:
    let answer = files.answer(request)
    tally.count(answer)
    return answer
  }
}
// Not through the library's buffer: whoever started it waits for this line.
let line = Array("listening \(server.port)\n".utf8)
_ = Glibc.write(STDOUT_FILENO, line, line.count)
// Until it is ended from outside; asleep, so that it takes no time of what is measured.
while true { try await Task.sleep(for: .seconds(3600)) }
