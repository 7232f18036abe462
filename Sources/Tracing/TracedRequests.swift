package import HTTP

extension Client {
  /// Measures each request as a span with host, method and status, without path and query: both can
  /// have secrets.
  package func traced(by tracer: Tracer) -> Client {
    guard tracer.isOn else { return self }
    return Client { request throws(HTTPError) in
      let span = tracer.begin(request.method.rawValue, .client, Self.attributes(of: request))
      do throws(HTTPError) {
        let response = try await self.send(request)
        var attributes: [String: SpanValue] = [
          "http.response.status_code": .number(response.status)
        ]
        let isFailed = response.status >= 400
        if isFailed { attributes["error.type"] = .text("\(response.status)") }
        tracer.end(span, isFailed: isFailed, attributes)
        return response
      } catch {
        tracer.end(span, isFailed: true, ["error.type": .text(error.code.word)])
        throw error
      }
    }
  }

  private static func attributes(of request: Request) -> [String: SpanValue] {
    var attributes: [String: SpanValue] = [
      "http.request.method": .text(request.method.rawValue),
      "martlet.purpose": .text(request.purpose.word),
    ]
    guard let origin = try? AbsoluteURL(request.url).origin else { return attributes }
    attributes["url.scheme"] = .text(origin.scheme)
    attributes["server.address"] = .text(origin.bareHost)
    attributes["server.port"] = .number(origin.port)
    return attributes
  }
}

extension HTTPError.Code {
  /// A word without data of the request.
  fileprivate var word: String {
    switch self {
    case .invalidURL: "invalid_url"
    case .unreachable: "unreachable"
    case .timedOut: "timeout"
    case .cancelled: "cancelled"
    case .tooLarge: "too_large"
    case .tls: "tls"
    case .forbiddenAddress: "forbidden_address"
    case .tooManyRedirects: "too_many_redirects"
    case .insecureRedirect: "insecure_redirect"
    case .foreignPage: "foreign_page"
    case .tooManyPages: "too_many_pages"
    case .rateLimited: "rate_limited"
    case .noCredential: "no_credential"
    case .invalidHeader: "invalid_header"
    case .malformed: "malformed"
    }
  }
}

extension Purpose {
  /// The purpose without its data.
  fileprivate var word: String {
    switch self {
    case .unstated: "unstated"
    case .forge: "forge"
    case .registry: "registry"
    case .realm: "realm"
    case .package: "package"
    case .notes: "notes"
    case .advisories: "advisories"
    }
  }
}
