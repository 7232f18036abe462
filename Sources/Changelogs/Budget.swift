internal import HTTP
internal import JSON

/// What looking for notes may cost; when it is spent, the rest stays absent.
package struct Budget: Hashable, Sendable {
  /// To the host of the repository, pages of lists included.
  package var requests: Int
  /// From the first request to the last answer.
  package var time: Duration
  /// The largest answer that is read, in bytes.
  package var size: Int

  /// Allows what one package commonly takes, with room for large hosts.
  package init(requests: Int = 14, time: Duration = .seconds(20), size: Int = 2_000_000) {
    self.requests = requests
    self.time = time
    self.size = size
  }
}

/// Asks a host within a budget; failures are reasons for an absent section.
struct Fetcher {
  private let client: Client
  private let budget: Budget
  private let clock: WallClock
  private let end: Duration
  private(set) var requests = 0

  init(client: Client, budget: Budget, clock: WallClock) {
    self.client = client
    self.budget = budget
    self.clock = clock
    end = clock.now() + budget.time
  }

  /// Sends a request once; retries are the client's affair.
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

  /// Reads pages of a list, a few at most, as long as more are wanted.
  ///
  /// Fails only if the first cannot be read: a later one that is missing leaves less to find.
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

  /// The page that a `Link` header names, or Bitbucket's `next` in the body; never elsewhere.
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
