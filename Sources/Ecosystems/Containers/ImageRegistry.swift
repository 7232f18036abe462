import Crypto
package import Ecosystem
package import HTTP
import JSON
import Logging
import Synchronization
import Text

/// Reads tags and digests from registries of images.
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
    let key = "\(image.address)/\(image.path)"
    let once = lists.withLock { lists in
      if let once = lists[key] { return once }
      let new = Once<[String]>()
      lists[key] = new
      return new
    }
    return try await once.value { [self] () async throws(Problem) in try await list(image) }
  }

  private func list(_ image: ImageReference) async throws(Problem) -> [String] {
    var request: Request? = Request(
      .get, "\(image.address)/v2/\(image.path)/tags/list?n=1000", bodyLimit: 8 << 20)
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
    do throws(SyntaxError) {
      let root = try Document(SourceText(file: response.url, bytes: response.body)).root
      if let tags = root["tags"], tags.isNull || tags.text.hasPrefix("[") {
        return tags.elements.compactMap(\.string)
      }
    } catch {
      throw Problem(.failed, "sent a list of tags that isn't JSON", subject: image.name)
    }
    throw Problem(.failed, "sent a response without a list of tags", subject: image.name)
  }

  /// Returns the digest of a tag at present: of the list for all platforms if there is one.
  package func digest(of tag: String, in image: ImageReference) async throws(Problem) -> String {
    let url = "\(image.address)/v2/\(image.path)/manifests/\(tag)"
    let headers: Headers = ["Accept": Self.manifests]
    let head = try await send(Request(.head, url, headers: headers), for: image)
    guard head.status == 200 else { throw Problem(head, of: image) }
    if let digest = head.headers["Docker-Content-Digest"] { return digest }
    let response = try await send(
      Request(.get, url, headers: headers, bodyLimit: 4 << 20), for: image)
    guard response.status == 200 else { throw Problem(response, of: image) }
    return "sha256:" + Digest(.sha256, of: response.body).hexadecimal
  }
}

extension ImageRegistry {
  /// Sends a request, with a token if the registry asks for one.
  private func send(
    _ request: Request, for image: ImageReference
  ) async throws(Problem) -> Response {
    let key = "\(image.address)/\(image.path)"
    var request = request
    request.credential = tokens.withLock { $0[key] }
    let response = try await exchange(request)
    guard response.status == 401,
      let challenge = response.headers.values("WWW-Authenticate").lazy.compactMap(
        TokenChallenge.init
      ).first
    else { return response }
    let token = try await token(for: challenge, image)
    tokens.withLock { $0[key] = token }
    request.credential = token
    return try await exchange(request)
  }

  private func token(
    for challenge: TokenChallenge, _ image: ImageReference
  ) async throws(Problem) -> Secret {
    let url = challenge.url(scope: "repository:\(image.path):pull")
    let response = try await exchange(Request(.get, url, bodyLimit: 1 << 20))
    guard response.status == 200 else { throw Problem(response, of: image) }
    do throws(SyntaxError) {
      let root = try Document(SourceText(file: challenge.realm, bytes: response.body)).root
      if let token = root["token"]?.string ?? root["access_token"]?.string {
        return Secret("Bearer \(token)")
      }
    } catch {
      throw Problem(.failed, "sent a token that isn't JSON", subject: challenge.realm)
    }
    throw Problem(.failed, "sent no token", subject: challenge.realm)
  }

  private func exchange(_ request: Request) async throws(Problem) -> Response {
    do throws(HTTPError) {
      return try await http.send(request)
    } catch {
      throw Problem(.failed, "can't be fetched: \(error.detail)", subject: error.url)
    }
  }
}

extension Problem {
  /// Describes an unsuccessful response of a registry.
  fileprivate init(_ response: Response, of image: ImageReference) {
    switch response.status {
    case 401, 403:
      self.init(
        .failed, "requires authentication, or doesn't exist", subject: image.name,
        advice: "add the registry to `registries` with a user name and a password")
    case 404: self.init(.failed, "doesn't exist in \(image.address)", subject: image.name)
    case let status:
      self.init(
        .failed, "can't be read: \(image.address) responded with \(status)",
        subject: image.name)
    }
  }
}
