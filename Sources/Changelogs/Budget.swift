internal import HTTP
internal import JSON
import Time

/// The limits for a search of release notes.
///
/// When they are reached, the remaining sections stay absent.
package struct Budget: Hashable, Sendable {
  /// The number of requests to the repository's host, including pages of lists.
  package var requests: Int
  /// The time from the first request to the last response.
  package var time: Duration
  /// The maximum size of a response in bytes.
  package var size: Int

  /// Creates a budget.
  ///
  /// The defaults are enough for common packages on large hosts.
  package init(requests: Int = 14, time: Duration = .seconds(20), size: Int = 2_000_000) {
    self.requests = requests
    self.time = time
    self.size = size
  }
}

/// Sends requests within a budget.
///
/// Failures are reasons for an absent section.
struct Fetcher {
  private let client: Client
  private let budget: Budget
  private let clock: WallClock
  private let end: Timestamp
  private(set) var requests = 0

  init(client: Client, budget: Budget, clock: WallClock) {
    self.client = client
    self.budget = budget
    self.clock = clock
    end = clock.now() + budget.time
  }

  /// Sends a request once.
  ///
  /// The client does any retries.
  mutating func get(_ request: Request) async throws(Absence) -> Response {
    let left = end - clock.now()
    guard budget.requests > requests, left > .zero else { throw .budgetSpent }
    requests += 1
    var request = request
    request.deadline = min(request.deadline, left)
    request.bodyLimit = budget.size
    let response: Response
    do {
      response = try await client.send(request)
    } catch {
      if case .tooLarge = error.code { throw .unreadable }
      throw .unreachable
    }
    if response.status == 404 || response.status == 410 { throw .none }
    guard response.isSuccess else { throw .refused(status: response.status) }
    return response
  }

  /// Fetches pages of a list, up to a limit, until there is enough.
  ///
  /// Fails only if the first page cannot be read. If a later page fails, the items so far are
  /// returned.
  mutating func pages<Item>(
    _ request: Request, atMost limit: Int, read: (Response) -> [Item]?,
    isEnough: ([Item]) -> Bool
  ) async throws(Absence) -> [Item] {
    var items: [Item] = []
    var next: Request? = request
    var count = 0
    while let request = next, count < limit {
      count += 1
      let response: Response
      let more: [Item]
      do throws(Absence) {
        response = try await get(request)
        guard let page = read(response) else { throw .unreadable }
        more = page
      } catch {
        if count > 1 { break }
        throw error
      }
      items += more
      if isEnough(items) { break }
      next = Self.next(after: response, to: request)
    }
    return items
  }

  /// The next page from the `Link` header, or from Bitbucket's `next` in the body; only of the same
  /// origin.
  private static func next(after response: Response, to request: Request) -> Request? {
    if let linked = try? request.nextPage(after: response) { return linked }
    guard response.body.first == UInt8(ascii: "{"), let address = response.json?["next"]?.string,
      let there = try? AbsoluteURL(address), let here = try? AbsoluteURL(request.url),
      there.origin == here.origin
    else { return nil }
    var next = request
    next.url = there.text
    return next
  }
}
