import Forges
import HTTP
import Logging
import Synchronization
import Time

/// Finds out whether everyone may read a repository, and remembers it for ten minutes.
///
/// Only then is a credential added to requests for its notes.
final class SourceVisibility: Sendable {
  private static let life = Duration.seconds(600)
  private static let limit = 10_000

  private struct Answer {
    var isPublic: Bool
    var end: Timestamp
  }

  private let client: HTTP.Client
  private let clock: WallClock
  private let known = Mutex<[ForgeURLs.Source: Answer]>([:])

  init(client: HTTP.Client, clock: WallClock = .system) {
    self.client = client
    self.clock = clock
  }

  /// Returns false if the forge doesn't say that the repository is public.
  ///
  /// - Parameters:
  ///   - source: the repository.
  ///   - secret: the value of `Authorization`.
  ///   - urls: the forge's URLs and its format.
  ///   - original: the request for notes, whose headers for the API's version are sent, too.
  /// - Returns: whether everyone may read it.
  func isPublic(
    _ source: ForgeURLs.Source, by secret: Secret, _ urls: ForgeURLs,
    like original: Request
  ) async -> Bool {
    let now = clock.now()
    if let answer = known.withLock({ $0[source] }), answer.end > now { return answer.isPublic }
    var request = Request(
      .get, source.document, headers: ["Accept": "application/json"], bodyLimit: 1 << 20)
    for field in original.headers.fields where field.name.lowercased().hasPrefix("x-") {
      request.headers[field.name] = field.value
    }
    request.credential = secret
    // Without an answer, nothing is known, and the forge is asked again.
    guard let response = try? await client.send(request) else { return false }
    let isPublic = response.status == 200 && urls.isPublic(response.body) == true
    known.withLock { known in
      if known.count >= Self.limit { known = [:] }
      known[source] = Answer(isPublic: isPublic, end: now + Self.life)
    }
    return isPublic
  }
}
