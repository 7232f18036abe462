import HTTPServer

/// The addresses of the sign-in.
struct SignInRoutes: Sendable {
  let signIn: SignIn
  let access: PageAccess
  /// Shows a failure as a page; nil: that a person is signed out.
  let show: @Sendable (SignInFailure?, ServerRequest) -> ServerResponse

  var all: [Route] {
    [
      Route(.get, "/sign-in") { request, _ in
        await answer(request) { () async throws(SignInFailure) in
          try await signIn.begin(request)
        }
      },
      Route(.get, "/sign-in/callback") { request, _ in
        await answer(request) { () async throws(SignInFailure) in try await signIn.end(request) }
      },
      Route(.post, "/sign-out") { request, _ in
        await answer(request) { () async throws(SignInFailure) in
          let cookie = try signIn.signOut(request)
          var response = show(nil, request)
          response.headers.append(cookie)
          return response
        }
      },
    ]
  }

  /// Requires a name of the service, and shows failures.
  private func answer(
    _ request: ServerRequest, _ body: () async throws(SignInFailure) -> ServerResponse
  ) async -> ServerResponse {
    if let refusal = access.foreignName(of: request) { return refusal }
    do throws(SignInFailure) {
      return try await body()
    } catch {
      return show(error, request)
    }
  }
}
