import HTTP

/// The language of these tests: outcomes in few words.
typealias Outcome = Result<Response, HTTPError>

func answer(_ status: Int, _ headers: Headers = [:], _ body: String = "") -> Outcome {
  .success(Response(status: status, headers: headers, body: Array(body.utf8)))
}

func failure(_ code: HTTPError.Code) -> Outcome {
  .failure(HTTPError(code, url: "https://a.dev/"))
}

extension Client {
  /// The code of the error of a request; nil if there is a response.
  func code(of request: Request) async -> HTTPError.Code? {
    do throws(HTTPError) {
      _ = try await send(request)
      return nil
    } catch {
      return error.code
    }
  }
}

extension Response {
  var text: String { String(decoding: body, as: UTF8.self) }
}
