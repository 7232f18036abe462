package import Git
package import HTTP

extension SmartTransport {
  /// Sends git's requests through an HTTP client, with its redirects, mirrors, deadlines and rules for
  /// addresses.
  ///
  ///     Git.Client.live(Git.Options(cache: folder, transport: .over(client)))
  package static func over(_ client: HTTP.Client) -> SmartTransport {
    SmartTransport { question throws(GitError) in
      var headers: Headers = [:]
      for header in question.headers { headers[header.name] = header.value }
      // Fetching objects changes nothing, so the client may retry it, unlike a push.
      let request = Request(
        question.body == nil ? .get : .post, question.url, headers: headers, body: question.body,
        deadline: question.deadline, bodyLimit: question.bodyLimit,
        credential: question.authorization, isIdempotent: question.service == .uploadPack)
      do throws(HTTPError) {
        let response = try await client.send(request)
        return Answer(
          status: response.status, body: response.body,
          url: response.url.isEmpty ? question.url : response.url)
      } catch {
        throw GitError(error)
      }
    }
  }
}

extension GitError {
  /// Describes why no response came.
  fileprivate init(_ error: HTTPError) {
    let code: Code =
      switch error.code {
      case .timedOut: .timedOut
      case .cancelled: .cancelled
      case .tooLarge(let limit): .tooLarge(limit: limit)
      case .forbiddenAddress, .insecureRedirect: .forbiddenAddress
      case .invalidURL, .invalidHeader: .invalid
      default: .unreachable
      }
    self.init(code, subject: error.url, detail: error.detail)
  }
}
