package import HTTP

extension LoopbackServer {
  /// A server's reply to a request: a response, or a part of one.
  package struct Reply: Sendable {
    /// A step of a reply.
    package enum Step: Sendable {
      case send([UInt8])
      case wait(Duration)
      /// Closes the connection.
      case close
      /// Resets the connection, as a crash does.
      case reset
    }

    /// The steps, in order, after the request has arrived.
    package var steps: [Step]

    /// Creates a reply with exactly these steps.
    ///
    /// The connection stays open unless a step closes it.
    package init(steps: [Step]) {
      self.steps = steps
    }

    /// Responds with a body of known length.
    ///
    /// A length in `headers` is sent as given, even if it is wrong.
    package init(status: Int = 200, headers: Headers = [:], body: [UInt8] = []) {
      var text = "HTTP/1.1 \(status) \(status == 200 ? "OK" : "Status")\r\n"
      for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
      if headers["Content-Length"] == nil && headers["Transfer-Encoding"] == nil && status != 304 {
        text += "Content-Length: \(body.count)\r\n"
      }
      steps = [.send(Array((text + "\r\n").utf8) + body)]
    }

    /// Responds with a text.
    package static func text(
      _ text: String, status: Int = 200, headers: Headers = [:]
    ) -> Reply {
      var headers = headers
      if headers["Content-Type"] == nil { headers["Content-Type"] = "text/plain; charset=utf-8" }
      return Reply(status: status, headers: headers, body: Array(text.utf8))
    }

    /// Responds with a JSON text.
    package static func json(_ text: String, status: Int = 200, headers: Headers = [:]) -> Reply {
      var headers = headers
      headers["Content-Type"] = "application/json"
      return .text(text, status: status, headers: headers)
    }

    /// Responds with a status and no body.
    package static func status(_ status: Int, headers: Headers = [:]) -> Reply {
      Reply(status: status, headers: headers)
    }

    /// Redirects the client.
    package static func redirect(to location: String, status: Int = 302) -> Reply {
      Reply(status: status, headers: ["Location": location])
    }

    /// Responds in chunked encoding, with a pause before each chunk.
    package static func chunks(_ chunks: [[UInt8]], every pause: Duration = .zero) -> Reply {
      var reply = Reply(headers: ["Transfer-Encoding": "chunked"])
      for chunk in chunks + [[]] {
        let size = String(chunk.count, radix: 16)
        reply.steps += [.wait(pause), .send(Array("\(size)\r\n".utf8) + chunk + [13, 10])]
      }
      return reply
    }

    /// Closes the connection without a response.
    package static let hangUp = Reply(steps: [.close])

    /// Sends text that need not be HTTP, then closes the connection.
    package static func raw(_ text: String) -> Reply {
      Reply(steps: [.send(Array(text.utf8)), .close])
    }

    /// Delays the reply.
    package func delayed(by pause: Duration) -> Reply { Reply(steps: [.wait(pause)] + steps) }

    /// Cuts the response after `count` bytes, including the head.
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

    /// Closes the connection after the response without a `Connection: close` header.
    package var closing: Reply { Reply(steps: steps + [.close]) }
  }
}
