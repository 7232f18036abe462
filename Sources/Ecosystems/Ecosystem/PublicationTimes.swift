package import Git
package import Time

/// When versions were published, for sources that state it only on request.
package struct PublicationTimes: Hashable, Sendable {
  /// The times by version; those that nothing states are missing.
  package var known: [String: Timestamp]
  /// Why times are missing, if a server didn't answer; nil if what is missing isn't stated.
  package var failure: Problem?

  /// Creates times, by default none.
  package init(_ known: [String: Timestamp] = [:], failure: Problem? = nil) {
    self.known = known
    self.failure = failure
  }

  /// Fetches times; an error becomes the failure.
  package init(_ fetch: () async throws(Problem) -> PublicationTimes) async {
    do throws(Problem) {
      self = try await fetch()
    } catch {
      self.init(failure: error)
    }
  }

  /// Fetches when the tags of versions were made, in one request.
  ///
  /// - Parameters:
  ///   - objects: the object by which each version is dated: `Reference.dated`.
  ///   - url: the repository.
  ///   - git: its client.
  package init(
    ofTags objects: [String: String], at url: String, _ git: Git.Client
  ) async {
    guard !objects.isEmpty else {
      self.init()
      return
    }
    do throws(GitError) {
      let times = try await git.times(url, Set(objects.values).sorted())
      self.init(
        objects.compactMapValues { object in times[object].map { Timestamp(seconds: $0) } })
    } catch {
      self.init(failure: Problem(failedRequest: error, of: url))
    }
  }
}

extension [Reference] {
  /// The objects by which tags are dated, by tag.
  package var datedTags: [String: String] {
    Dictionary(compactMap { one in one.tag.map { ($0, one.dated) } }) { $1 }
  }
}
