import HTTP
import TestSupport

/// Compares the live client with the command `curl` on the same local server.
///
/// Prints requests per second and the ratio of martlet to curl; above 1, martlet is faster. The
/// server is nginx if it is installed, otherwise the tests' own server without TLS.
@main struct Benchmark {
  /// The number of requests of one measurement.
  static let count = 8000
  static let rounds = 3

  static func main() async throws {
    print("server  protocol  in flight  martlet/s     curl/s  ratio")
    for trial in try await trials() {
      for flight in [1, 32] {
        var best = (ours: 0.0, theirs: 0.0)
        for _ in 0..<rounds {
          best.ours = max(best.ours, try await ours(trial, flight))
          best.theirs = max(best.theirs, try await theirs(trial, flight))
        }
        report(trial, flight, best)
      }
    }
  }

  private static func trials() async throws -> [Trial] {
    guard NginxServer.isInstalled else {
      let body = [UInt8](repeating: UInt8(ascii: "x"), count: 1024)
      let server = try LoopbackServer { _ in LoopbackServer.Reply(body: body) }
      return [Trial(server: "own", protocol: "1.1", url: server.url("/1k"), keeping: server)]
    }
    let server = try await NginxServer()
    return [
      Trial(server: "nginx", protocol: "1.1", url: server.url("/1k"), keeping: server),
      Trial(
        server: "nginx", protocol: "2+TLS", url: server.secureURL("/1k"),
        certificate: server.certificate, keeping: server),
    ]
  }

  private static func ours(_ trial: Trial, _ flight: Int) async throws -> Double {
    let client = Client.live(
      LiveOptions(
        connectionsPerHost: 32, certificates: trial.certificate, allowsPrivate: { _ in true }))
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<flight {
        group.addTask {
          for _ in 0..<count / flight {
            let response = try await client.send(Request(.get, trial.url))
            guard response.body.count == 1024 else { throw WrongAnswer() }
          }
        }
      }
      try await group.waitForAll()
    }
    return rate(since: start)
  }

  private static func theirs(_ trial: Trial, _ flight: Int) async throws -> Double {
    var arguments = ["/usr/bin/curl", "--silent", "--fail", "--output", "/dev/null"]
    if flight > 1 { arguments += ["--parallel", "--parallel-max", "\(flight)"] }
    if let certificate = trial.certificate { arguments += ["--http2", "--cacert", certificate] }
    // One process sends repeated requests on its connections.
    arguments.append("\(trial.url)?[1-\(count)]")
    let start = ContinuousClock.now
    guard try await ChildProcess(arguments).end() == 0 else { throw WrongAnswer() }
    return rate(since: start)
  }

  private static func rate(since start: ContinuousClock.Instant) -> Double {
    Double(count) / ((ContinuousClock.now - start) / .seconds(1))
  }

  private static func report(
    _ trial: Trial, _ flight: Int, _ best: (ours: Double, theirs: Double)
  ) {
    let ratio = (best.ours / best.theirs * 100).rounded() / 100
    let cells: [(text: String, width: Int)] = [
      (trial.server, 6), (trial.protocol, 8), ("\(flight)", 9), ("\(Int(best.ours))", 9),
      ("\(Int(best.theirs))", 9), ("\(ratio)", 5),
    ]
    let padded = cells.map { cell in
      String(repeating: " ", count: max(cell.width - cell.text.count, 0)) + cell.text
    }
    print(padded.joined(separator: "  "))
  }
}

/// A server with one protocol.
private struct Trial {
  var server: String
  var `protocol`: String
  var url: String
  var certificate: String?
  /// Keeps the server running.
  var keeping: any Sendable
}

private struct WrongAnswer: Error {}
