/// Runs resolutions: fetches the documents that they need, many at a time, and resumes them.
///
/// All ecosystems share its rules. Documents are fetched in rounds of at most `width` concurrent
/// requests. After each round, the hints of the new documents are fetched in a further round, up to
/// `depth` rounds ahead, before the resolution is resumed. The failure of a hint is ignored; if the
/// document is needed later, it is fetched again.
///
/// The requests are bounded, because packages are written by strangers: a chain of packages can be
/// endless. What exceeds the bounds is refused with the name of a package.
///
///     var driver = ResolutionDriver(subject: "Gemfile") { name in try await index.info(name) }
///     let lock = try await driver.run(&resolution)
package struct ResolutionDriver<Need, Document: Sendable>
where Need: Hashable & Sendable & CustomStringConvertible {
  private let fetch: @Sendable (Need) async throws(Problem) -> Document
  private var rounds: Budget
  private var documents: Budget
  private let end: ContinuousClock.Instant
  /// Names a package of the last round, which a refusal mentions.
  private var latest: String

  /// Creates a driver.
  ///
  /// - Parameters:
  ///   - subject: what is resolved, for refusals before the first request.
  ///   - limits: the bounds of all resolutions that the driver runs, together.
  ///   - fetch: makes one request; called concurrently.
  package init(
    subject: String, limits: ResolutionLimits = ResolutionLimits(),
    fetch: @escaping @Sendable (Need) async throws(Problem) -> Document
  ) {
    self.fetch = fetch
    latest = subject
    rounds = Budget("rounds of requests", limits.rounds)
    documents = Budget("documents of packages", limits.documents)
    end = ContinuousClock.now + limits.time
  }

  /// Runs a resolution to its end.
  ///
  /// - Parameters:
  ///   - resolution: resumed until it ends.
  ///   - first: the step at which the caller has stopped it; nil if it wasn't resumed yet.
  /// - Returns: the output of the resolution.
  /// - Throws: the `Problem` of the resolution, of the first needed document that can't be fetched,
  ///   or a refusal if the bounds are exceeded.
  package mutating func run<Resolution>(
    _ resolution: inout Resolution, from first: ResolutionStep<Resolution.Output, Need>? = nil
  ) async throws(Problem) -> Resolution.Output
  where
    Resolution: ResumableResolution, Resolution.Need == Need, Resolution.Document == Document
  {
    var step = if let first { first } else { try resolution.resume() }
    while true {
      switch step {
      case .finished(let output): return output
      case .needs(let needs, let hints): try await supply(needs, hints, to: &resolution)
      }
      step = try resolution.resume()
    }
  }

  /// Fetches documents that a resolution is sure to need, before it is resumed for the first time.
  ///
  /// - Parameters:
  ///   - resolution: gets the documents.
  ///   - needs: the documents.
  /// - Throws: the `Problem` of the first document that can't be fetched, or a refusal if the bounds are
  ///   exceeded.
  package mutating func prepare<Resolution>(
    _ resolution: inout Resolution, with needs: [Need]
  ) async throws(Problem)
  where
    Resolution: ResumableResolution, Resolution.Need == Need, Resolution.Document == Document
  {
    if !needs.isEmpty { try await supply(needs, [], to: &resolution) }
  }

  /// Fetches documents and what they hint at.
  private mutating func supply<Resolution>(
    _ needs: [Need], _ hints: [Need], to resolution: inout Resolution
  ) async throws(Problem)
  where
    Resolution: ResumableResolution, Resolution.Need == Need, Resolution.Document == Document
  {
    let required = Set(needs)
    var asked: Set<Need> = []
    var batch = (needs + hints).filter { asked.insert($0).inserted }
    for _ in 0...ResolutionLimits.depth {
      try spend(on: batch)
      var next: [Need] = []
      for (need, result) in await fetchAll(batch, fetch) {
        switch result {
        case .success(let document): next += try resolution.add(document, for: need)
        case .failure(let problem): if required.contains(need) { throw problem }
        }
      }
      batch = next.filter { asked.insert($0).inserted }
      if batch.isEmpty { return }
    }
  }

  private mutating func spend(on batch: [Need]) throws(Problem) {
    try rounds.spend(on: latest)
    try documents.spend(batch.count, on: latest)
    guard ContinuousClock.now < end else {
      throw Problem(
        .refused, "takes longer to resolve than one visit allows", subject: latest)
    }
    if let first = batch.first { latest = first.description }
  }
}

/// Makes requests, at most `ResolutionLimits.width` at a time.
///
/// - Parameters:
///   - needs: what to fetch.
///   - fetch: makes one request; called concurrently.
/// - Returns: the results in the order of the needs.
package func fetchAll<Need: Sendable, Document: Sendable>(
  _ needs: [Need], _ fetch: @escaping @Sendable (Need) async throws(Problem) -> Document
) async -> [(Need, Result<Document, Problem>)] {
  let found = await withTaskGroup(of: (Int, Result<Document, Problem>).self) { group in
    var results = [Result<Document, Problem>?](repeating: nil, count: needs.count)
    for (index, need) in needs.enumerated() {
      if index >= ResolutionLimits.width, let done = await group.next() {
        results[done.0] = done.1
      }
      group.addTask {
        do throws(Problem) {
          return (index, .success(try await fetch(need)))
        } catch {
          return (index, .failure(error))
        }
      }
    }
    for await (index, result) in group { results[index] = result }
    return results
  }
  return zip(needs, found).compactMap { need, result in result.map { (need, $0) } }
}

/// The bounds of a resolution, which differ between ecosystems only in the number of documents.
package struct ResolutionLimits: Sendable {
  /// The maximal number of concurrent requests; npm's own default is 15.
  package static let width = 24
  /// The maximal number of rounds that follow hints before the resolution is resumed.
  package static let depth = 16

  /// The maximal number of rounds of requests.
  ///
  /// A round requests everything that is known to be needed, so a resolution takes about as many
  /// rounds as the longest chain of its packages has links.
  package var rounds = 800
  /// The maximal number of documents.
  package var documents = 40_000
  /// The maximal time of requests and computation together.
  package var time = Duration.seconds(300)

  /// Creates the default bounds.
  package init() {}
}
