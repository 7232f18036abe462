import Synchronization

/// The capabilities of git servers, kept for the lifetime of the process.
///
/// Each remote is asked for its capabilities at most once. Of the remotes on one host only the
/// first is asked; the others are assumed to be the same, and asked only after a failure.
final class Greetings: Sendable {
  typealias Greeting = Result<SmartServer, GitError>

  /// The knowledge about a host.
  private enum Host {
    /// The capabilities of its first remote are being fetched.
    case greeting(Task<Greeting, Never>)
    /// The capabilities of its remotes.
    case modern([String])
    /// Each remote must be asked, because the server is old or unreliable.
    case old
  }

  private struct State {
    var servers: [String: SmartServer] = [:]
    var hosts: [String: Host] = [:]
  }

  private let state = Mutex(State())

  /// Sends a request to a remote's server; if assumed capabilities lead to an error, it fetches
  /// them and tries again.
  func asking<Value: Sendable>(
    _ remote: Remote, by transport: SmartTransport, _ options: Options,
    _ question: (SmartServer) async throws(GitError) -> Value
  ) async throws(GitError) -> Value {
    let server = try await server(of: remote, by: transport, options)
    do throws(GitError) {
      return try await question(server)
    } catch {
      guard server.isAssumed, error.code != .cancelled, error.code != .timedOut else { throw error }
    }
    return try await question(try await greet(remote, by: transport, options).get())
  }

  private func server(
    of remote: Remote, by transport: SmartTransport, _ options: Options
  ) async throws(GitError) -> SmartServer {
    while true {
      let step = state.withLock { state -> Step in
        if let server = state.servers[remote.address] { return .ask(server) }
        switch state.hosts[remote.origin] {
        case .old: return .greet
        case .modern(let capabilities):
          return .ask(
            SmartServer(remote, like: capabilities, by: transport, options: options))
        case .greeting(let task): return .wait(task)
        case nil:
          let task = Task { await self.greet(remote, by: transport, options) }
          state.hosts[remote.origin] = .greeting(task)
          return .start(task)
        }
      }
      switch step {
      case .ask(let server): return server
      case .greet: return try await greet(remote, by: transport, options).get()
      case .start(let task): return try await task.value.get()
      case .wait(let task): _ = await task.value
      }
    }
  }

  private enum Step {
    case ask(SmartServer)
    case greet
    case start(Task<Greeting, Never>)
    case wait(Task<Greeting, Never>)
  }

  /// Fetches the capabilities of a remote and stores them.
  private func greet(
    _ remote: Remote, by transport: SmartTransport, _ options: Options
  ) async -> Greeting {
    do throws(GitError) {
      let server = try await SmartServer(remote, by: transport, options: options)
      state.withLock { state in
        // An old server lists its references with its capabilities, so the list cannot be reused.
        if server.capabilities != nil { state.servers[remote.address] = server }
        state.hosts[remote.origin] = server.capabilities.map(Host.modern) ?? .old
      }
      return .success(server)
    } catch {
      let isAboutOne = error.code == .notFound || error.code == .unauthorized
      state.withLock { state in
        guard case .greeting = state.hosts[remote.origin] else { return }
        state.hosts[remote.origin] = isAboutOne ? nil : .old
      }
      return .failure(error)
    }
  }
}

extension Remote {
  /// The scheme, host and port of the address.
  fileprivate var origin: String {
    let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    let end = address[start...].firstIndex(of: "/") ?? address.endIndex
    return address[..<end].lowercased()
  }
}
