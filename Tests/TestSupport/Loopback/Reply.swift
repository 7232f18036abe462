package import HTTP

extension LoopbackServer {
  /// What a server does upon a request: an answer, whole or broken in some way.
  package struct Reply: Sendable {
    /// One thing after another on the connection.
    package enum Step: Sendable {
      case send([UInt8])
      case wait(Duration)
      /// Ends the connection in order.
      case close
      /// Ends the connection by a reset, as a crash does.
      case reset
    }

    /// Done one after the other, once the request has arrived.
    package var steps: [Step]

    /// Does exactly these steps; the connection stays open unless one ends it.
    package init(steps: [Step]) {
      self.steps = steps
    }

    /// Answers with a body of known length; a length in `headers` is sent as it stands, even a lie.
    package init(status: Int = 200, headers: Headers = [:], body: [UInt8] = []) {
      var text = "HTTP/1.1 \(status) \(status == 200 ? "OK" : "Status")\r\n"
      for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
      if headers["Content-Length"] == nil && headers["Transfer-Encoding"] == nil && status != 304 {
        text += "Content-Length: \(body.count)\r\n"
      }
      steps = [.send(Array((text + "\r\n").utf8) + body)]
    }

    /// Answers with a text.
    package static func text(
      _ text: String, status: Int = 200, headers: Headers = [:]
    ) -> Reply {
      var headers = headers
      if headers["Content-Type"] == nil { headers["Content-Type"] = "text/plain; charset=utf-8" }
      return Reply(status: status, headers: headers, body: Array(text.utf8))
    }

    /// Answers with a JSON text.
    package static func json(_ text: String, status: Int = 200, headers: Headers = [:]) -> Reply {
      var headers = headers
      headers["Content-Type"] = "application/json"
      return .text(text, status: status, headers: headers)
    }

    /// Answers with a status alone.
    package static func status(_ status: Int, headers: Headers = [:]) -> Reply {
      Reply(status: status, headers: headers)
    }

    /// Sends the caller elsewhere.
    package static func redirect(to location: String, status: Int = 302) -> Reply {
      Reply(status: status, headers: ["Location": location])
    }

    /// Answers in pieces of the chunked coding, with a pause before each.
    package static func chunks(_ chunks: [[UInt8]], every pause: Duration = .zero) -> Reply {
      var reply = Reply(headers: ["Transfer-Encoding": "chunked"])
      for chunk in chunks + [[]] {
        let size = String(chunk.count, radix: 16)
        reply.steps += [.wait(pause), .send(Array("\(size)\r\n".utf8) + chunk + [13, 10])]
      }
      return reply
    }

    /// Closes the connection without a word.
    package static let hangUp = Reply(steps: [.close])

    /// Sends bytes that need be no HTTP at all, and closes.
    package static func raw(_ text: String) -> Reply {
      Reply(steps: [.send(Array(text.utf8)), .close])
    }

    /// Waits before the first byte.
    package func delayed(by pause: Duration) -> Reply { Reply(steps: [.wait(pause)] + steps) }

    /// Breaks off when `count` bytes of the answer, head included, are out.
    package func cut(after count: Int, by end: Step = .close) -> Reply {
      var left = count
      var kept: [Step] = []
      for step in steps {
        guard case .send(let bytes) = step else {
          kept.append(step)
          continue
        }
        kept.append(.send(Array(bytes.prefix(left))))
        left -= min(left, bytes.count)
        if left == 0 { break }
      }
      return Reply(steps: kept + [end])
    }

    /// Closes the connection behind the answer, without having said so.
    package var closing: Reply { Reply(steps: steps + [.close]) }
  }
}
