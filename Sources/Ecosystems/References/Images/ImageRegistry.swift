import Crypto
package import Ecosystem
package import HTTP
import JSON
import Logging
import Synchronization
import Text
package import Time

/// Reads tags, digests and labels from registries of images.
///
/// Source: the OCI Distribution Specification 1.1, and the token authentication of
/// https://distribution.github.io/distribution/spec/auth/token/.
package final class ImageRegistry: Sendable {
  /// The number of pages of a list of tags.
  private static let pageLimit = 100
  /// The number of tags of an image; the largest repositories of Docker Hub have some ten thousand.
  private static let tagLimit = 200_000
  /// The media types of images and of lists of images for several platforms.
  private static let manifests = [
    "application/vnd.oci.image.index.v1+json",
    "application/vnd.docker.distribution.manifest.list.v2+json",
    "application/vnd.oci.image.manifest.v1+json",
    "application/vnd.docker.distribution.manifest.v2+json",
  ].joined(separator: ", ")

  private let http: HTTP.Client
  private let tokens = Mutex<[String: Secret]>([:])
  private let lists = Mutex<[String: Once<[String]>]>([:])

  /// Creates a client that lists the tags of each image once.
  package init(http: HTTP.Client) {
    self.http = http
  }

  /// Lists the tags of an image, in the registry's order.
  package func tags(of image: ImageReference) async throws(Problem) -> [String] {
    let once = lists.withLock { lists in
      if let once = lists[image.base] { return once }
      let new = Once<[String]>()
      lists[image.base] = new
      return new
    }
    return try await once.value { [self] () async throws(Problem) in try await list(image) }
  }

  private func list(_ image: ImageReference) async throws(Problem) -> [String] {
    var request: Request? = Request(.get, "\(image.base)/tags/list?n=1000", bodyLimit: 8 << 20)
    var tags: [String] = []
    var pages = 0
    while let page = request {
      guard pages < Self.pageLimit else {
        throw Problem(.refused, "has too many tags to list", subject: image.name)
      }
      let response = try await send(page, for: image)
      guard response.status == 200 else { throw Problem(response, of: image) }
      // Longer ones aren't tags by the specification.
      tags += try Self.tags(in: response, of: image).filter { $0.utf8.count <= 128 }
      guard tags.count <= Self.tagLimit else {
        throw Problem(.refused, "has too many tags to list", subject: image.name)
      }
      do throws(HTTPError) {
        request = try page.nextPage(after: response)
      } catch {
        throw Problem(.failed, "sent an invalid link to the next page", subject: page.url)
      }
      pages += 1
    }
    return tags
  }

  private static func tags(
    in response: Response, of image: ImageReference
  ) throws(Problem) -> [String] {
    let root = try document(response, "a list of tags", of: image)
    guard let tags = root["tags"], tags.isNull || tags.text.hasPrefix("[") else {
      throw Problem(.failed, "sent a response without a list of tags", subject: image.name)
    }
    return tags.elements.compactMap(\.string)
  }

  private static func document(
    _ response: Response, _ name: String, of image: ImageReference
  ) throws(Problem) -> Node {
    do throws(SyntaxError) {
      return try Document(SourceText(file: response.url, bytes: response.body)).root
    } catch {
      throw Problem(.failed, "sent \(name) that isn't JSON", subject: image.name)
    }
  }

  /// Returns the digest of a tag at present: of the list for all platforms if there is one.
  package func digest(of tag: String, in image: ImageReference) async throws(Problem) -> String {
    let url = "\(image.base)/manifests/\(tag)"
    let headers: Headers = ["Accept": Self.manifests]
    let head = try await send(Request(.head, url, headers: headers), for: image)
    guard head.status == 200 else { throw Problem(head, of: image) }
    if let digest = head.headers["Docker-Content-Digest"], ImageReference.isDigest(digest[...]) {
      return digest
    }
    let response = try await manifest(tag, of: image)
    return "sha256:" + Digest(.sha256, of: response.body).hexadecimal
  }

  /// Returns the labels of a tag's image; of an image for several platforms, those of the first one.
  ///
  /// Annotations of the list for all platforms are included.
  package func labels(
    of tag: String, in image: ImageReference
  ) async throws(Problem) -> [String: String] {
    var labels: [String: String] = [:]
    var reference = tag
    for _ in 0..<2 {
      let root = try Self.document(
        try await manifest(reference, of: image), "a manifest", of: image)
      labels.merge(root["annotations"].texts) { first, _ in first }
      if let config = root["config"]?["digest"]?.string, ImageReference.isDigest(config[...]) {
        let blob = try await configuration(config, of: image)
        return labels.merging(blob["config"]?["Labels"].texts ?? [:]) { first, _ in first }
      }
      let listed = root["manifests"]?.elements.compactMap { $0["digest"]?.string }.first
      guard let listed, ImageReference.isDigest(listed[...]) else { break }
      reference = listed
    }
    return labels
  }

  /// Returns when the image of a tag was made: of an image for several platforms, that of the first one.
  ///
  /// The configuration of an image states it; reproducible builds state a date before 2000, which says
  /// nothing. The header `Last-Modified` of the manifest counts then, else that of the configuration,
  /// unless it isn't one of an image: the empty one of other artifacts is as old as the first of them.
  ///
  /// - Returns: nil if neither is there.
  package func created(
    _ tag: String, in image: ImageReference
  ) async throws(Problem) -> Timestamp? {
    var reference = tag
    var modified: Timestamp?
    for _ in 0..<2 {
      let response = try await manifest(reference, of: image)
      modified = modified ?? Self.modified(response)
      let root = try Self.document(response, "a manifest", of: image)
      if let config = root["config"]?["digest"]?.string, ImageReference.isDigest(config[...]) {
        let blob = try await self.blob(config, of: image)
        let content = try Self.document(blob, "a configuration", of: image)
        let created = content["created"]?.string.flatMap { Timestamp(rfc3339: $0) }
        if let created, created.seconds > Self.oldestDate { return created }
        return modified ?? (content["rootfs"] == nil ? nil : Self.modified(blob))
      }
      let listed = root["manifests"]?.elements.compactMap { $0["digest"]?.string }.first
      guard let listed, ImageReference.isDigest(listed[...]) else { break }
      reference = listed
    }
    return modified
  }

  /// The start of the year 2000; builds that are reproducible use earlier dates.
  private static let oldestDate: Int64 = 946_684_800

  private static func modified(_ response: Response) -> Timestamp? {
    response.headers["Last-Modified"].flatMap { Timestamp(httpDate: $0) }
  }

  private func configuration(
    _ digest: String, of image: ImageReference
  ) async throws(Problem) -> Node {
    try Self.document(try await blob(digest, of: image), "a configuration", of: image)
  }

  private func blob(
    _ digest: String, of image: ImageReference
  ) async throws(Problem) -> Response {
    let request = Request(.get, "\(image.base)/blobs/\(digest)", bodyLimit: 4 << 20)
    let response = try await send(request, for: image)
    guard response.status == 200 else { throw Problem(response, of: image) }
    return response
  }

  /// Returns the annotations of a tag's manifest.
  package func annotations(
    of tag: String, in image: ImageReference
  ) async throws(Problem) -> [String: String] {
    let root = try Self.document(try await manifest(tag, of: image), "a manifest", of: image)
    return root["annotations"].texts
  }

  /// Returns the repository that the labels of an image name.
  ///
  /// Source: the annotations of the OCI Image Specification 1.1, and those of label-schema.org.
  ///
  /// - Parameters:
  ///   - dependency: an image of `ImageProject`.
  ///   - version: a tag, optionally with a digest.
  /// - Returns: no address if the image has no such label.
  /// - Throws: a failure if the registry doesn't respond.
  package func upstream(
    of dependency: Dependency, _ version: String
  ) async throws(Problem) -> Upstream {
    guard let source = dependency.source, let image = ImageReference(base: source) else {
      return Upstream()
    }
    let labels = try await labels(of: String(version.prefix { $0 != "@" }), in: image)
    let names = ["org.opencontainers.image.source", "org.label-schema.vcs-url"]
    return Upstream(addresses: names.compactMap { labels[$0] })
  }

  private func manifest(
    _ reference: String, of image: ImageReference
  ) async throws(Problem) -> Response {
    let request = Request(
      .get, "\(image.base)/manifests/\(reference)", headers: ["Accept": Self.manifests],
      bodyLimit: 4 << 20)
    let response = try await send(request, for: image)
    guard response.status == 200 else { throw Problem(response, of: image) }
    return response
  }
}

extension Node? {
  /// The members that are texts, by name.
  fileprivate var texts: [String: String] {
    guard let self else { return [:] }
    return self.dictionary.compactMapValues(\.string)
  }
}

extension ImageRegistry {
  /// Sends a request, with a token if the registry asks for one.
  private func send(
    _ request: Request, for image: ImageReference
  ) async throws(Problem) -> Response {
    let known = tokens.withLock { $0[image.base] }
    let response = try await exchange(request.answering(with: known))
    guard response.status == 401,
      let challenge = response.headers.values("WWW-Authenticate").lazy.compactMap(
        TokenChallenge.init
      ).first
    else { return response }
    let challenger = response.url.isEmpty ? request.url : response.url
    let token = try await token(for: challenge, by: challenger, image)
    tokens.withLock { $0[image.base] = token }
    return try await exchange(request.answering(with: token))
  }

  private func token(
    for challenge: TokenChallenge, by challenger: String, _ image: ImageReference
  ) async throws(Problem) -> Secret {
    var request = Request(
      .get, challenge.url(scope: "repository:\(image.path):pull"), bodyLimit: 1 << 20)
    request.purpose = .realm(
      Challenge(registries: image.credentialAddresses, challenger: challenger))
    let response = try await exchange(request)
    guard response.status == 200 else {
      throw Problem(response, of: image, tokensAt: challenge.realm)
    }
    let root = try Self.document(response, "a token", of: image)
    if let token = root["token"]?.string ?? root["access_token"]?.string {
      return Secret("Bearer \(token)")
    }
    throw Problem(.failed, "sent no token", subject: challenge.realm)
  }

  private func exchange(_ request: Request) async throws(Problem) -> Response {
    do throws(HTTPError) {
      return try await http.send(request)
    } catch {
      guard [.tls, .unreachable, .malformed].contains(error.code), let plain = request.onLoopback
      else { throw Problem(failedRequest: error) }
      return try await exchange(plain)
    }
  }
}

extension Request {
  /// Returns the request with a token that the registry asked for; nil: without one.
  fileprivate func answering(with token: Secret?) -> Request {
    var request = self
    request.credential = token
    request.answersChallenge = token != nil
    return request
  }

  /// The request without TLS, if its server is on this machine; otherwise nil.
  ///
  /// Like Docker, which tries http after https there.
  fileprivate var onLoopback: Request? {
    let isLocal = ["https://localhost:", "https://127."].contains { url.hasPrefix($0) }
    guard isLocal else { return nil }
    var request = self
    request.url = "http" + url.dropFirst("https".count)
    return request
  }
}

extension Problem {
  /// Describes an unsuccessful response of a registry.
  ///
  /// - Parameters:
  ///   - response: the response.
  ///   - image: the image.
  ///   - realm: the server of tokens that responded; nil for the registry itself.
  fileprivate init(
    _ response: Response, of image: ImageReference, tokensAt realm: String? = nil
  ) {
    switch response.status {
    case 401, 403:
      self.init(
        .failed, "requires authentication at \(image.address), or doesn't exist there",
        subject: image.name, advice: Self.advice(image, tokensAt: realm))
    case 404:
      self.init(
        .failed, "doesn't exist in \(image.address)", subject: image.name, unavailable: image.name)
    case let status:
      self.init(
        .failed, "can't be read: \(image.address) responded with \(status)",
        subject: image.name)
    }
  }

  /// A registry's password goes to no other host, unless the operator names it.
  private static func advice(_ image: ImageReference, tokensAt realm: String?) -> String {
    let own = "add the registry to `registries` with a user name and a password"
    guard let realm, let url = try? AbsoluteURL(realm),
      let registry = try? AbsoluteURL(image.address), url.origin != registry.origin
    else { return own }
    return "\(own); its server of tokens is \(url.withoutQuery), which gets the password only if "
      + "it is named there as `token-url`"
  }
}
