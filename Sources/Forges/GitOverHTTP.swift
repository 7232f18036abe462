package import Git
package import HTTP

extension SmartTransport {
  /// Lets git speak through an HTTP client, with its redirects, mirrors, deadlines and addresses.
  ///
  ///     Git.Client.live(Git.Options(cache: folder, transport: .over(client)))
  package static func over(_ client: HTTP.Client) -> SmartTransport {
    SmartTransport { question throws(GitError) in
      var headers: Headers = [:]
      for header in question.headers { headers[header.name] = header.value }
      // Asking for objects changes nothing, so the client may repeat it. A push it may not.
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
  /// Says in git's words why no answer came.
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
    self.init(code, place: error.url, detail: error.detail)
  }
}
