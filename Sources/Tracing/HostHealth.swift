package import HTTP
internal import Synchronization
package import Time

/// Records which hosts answer requests, for pages.
///
/// It counts what this process sends itself, also for workers.
package final class HostHealth: Sendable {
  /// The results of the requests to a host.
  package struct Host: Hashable, Sendable {
    /// In lowercase, without the port.
    package var name: String
    /// The requests that were answered with a status below 500.
    package var answered = 0
    /// The requests without an answer, or with another status.
    package var failed = 0
    /// When it last answered; nil: never.
    package var answeredAt: Timestamp?
    /// When a request last failed; nil: never.
    package var failedAt: Timestamp?
    /// Why a request last failed; empty if none did.
    package var reason = ""
    /// The first of the failures since the last answer; nil without a failure.
    package var failingSince: Timestamp?
    /// The number of failures since the last answer.
    package var failures = 0

    /// Describes a host without requests.
    package init(name: String) { self.name = name }

    /// Whether people should know: several requests failed, and none was answered since.
    package func isDown(at now: Timestamp) -> Bool {
      guard failures >= Self.fewestFailures, let failedAt else { return false }
      return now - failedAt < Self.memory
    }

    private static let fewestFailures = 3
    /// How long a failure is news; hosts aren't asked if nothing needs them.
    private static let memory = Duration.seconds(6 * 3_600)
  }

  /// The most hosts; a repository can name any.
  private static let most = 1_000

  private let known = Mutex<[String: Host]>([:])

  /// Creates a record without hosts.
  package init() {}

  /// All hosts, sorted by name.
  package var hosts: [Host] { known.withLock { $0.values.sorted { $0.name < $1.name } } }

  /// Records the result of a request.
  ///
  /// - Parameters:
  ///   - name: the host.
  ///   - reason: why it failed; nil if the host answered.
  ///   - now: the current time.
  package func record(_ name: String, failure reason: String?, at now: Timestamp) {
    known.withLock { known in
      guard known[name] != nil || known.count < Self.most else { return }
      var host = known[name] ?? Host(name: name)
      if let reason {
        host.failed += 1
        host.failures += 1
        host.failedAt = now
        host.failingSince = host.failingSince ?? now
        host.reason = reason
      } else {
        host.answered += 1
        host.answeredAt = now
        host.failures = 0
        host.failingSince = nil
      }
      known[name] = host
    }
  }
}

extension Client {
  /// Records which hosts answer.
  package func watched(
    by health: HostHealth, now: @escaping @Sendable () -> Timestamp = { .now() }
  ) -> Client {
    Client { request throws(HTTPError) in
      let host = try? AbsoluteURL(request.url).origin.bareHost
      do throws(HTTPError) {
        let response = try await self.send(request)
        if let host {
          health.record(
            host, failure: response.status < 500 ? nil : "status \(response.status)", at: now())
        }
        return response
      } catch {
        // Other errors, such as a cancelled request, say nothing about the host.
        if let host, let reason = error.outage ?? error.malformation {
          health.record(host, failure: reason, at: now())
        }
        throw error
      }
    }
  }
}

extension HTTPError {
  /// The error of a response that isn't HTTP.
  fileprivate var malformation: String? { code == .malformed ? "its response is invalid" : nil }
}
