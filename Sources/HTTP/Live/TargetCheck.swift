internal import Addresses
internal import Libc
internal import Synchronization

/// Applies the rule for private addresses to requests that a proxy sends.
///
/// The connection goes to the proxy, so the address of the host is looked up first. A name that this
/// machine can't resolve is left to the proxy: it isn't a name of this network.
final class TargetCheck: Sendable {
  private static let lifetime = Duration.seconds(60)

  private struct Known {
    var addresses: [[UInt8]]
    var since: ContinuousClock.Instant
  }

  private let options: LiveOptions
  private let known = Mutex<[String: Known]>([:])

  init(_ options: LiveOptions) {
    self.options = options
  }

  /// Throws `.forbiddenAddress` if a host is at a private address that isn't allowed.
  func callAsFunction(_ url: AbsoluteURL) async throws(HTTPError) {
    guard !options.allowsPrivate(url.origin) else { return }
    let host = url.origin.bareHost
    let addresses: [[UInt8]]
    if host == "localhost" || host.hasSuffix(".localhost") {
      addresses = [[127, 0, 0, 1]]
    } else if let literal = addressBytes(host) {
      addresses = [literal]
    } else {
      addresses = await lookUp(host)
    }
    if let address = addresses.first(where: PrivateAddress.contains),
      !options.allowsAddress(address)
    {
      throw HTTPError(.forbiddenAddress, url: url.withoutQuery)
    }
  }

  private func lookUp(_ host: String) async -> [[UInt8]] {
    let now = ContinuousClock.now
    if let entry = known.withLock({ $0[host] }), now - entry.since < Self.lifetime {
      return entry.addresses
    }
    let addresses = await Resolver.addresses(of: host)
    known.withLock { $0[host] = Known(addresses: addresses, since: now) }
    return addresses
  }
}

/// Resolves names on a separate thread, because the system's function blocks.
private enum Resolver {
  /// Returns the addresses of a host; empty if the name doesn't resolve.
  static func addresses(of host: String) async -> [[UInt8]] {
    await withCheckedContinuation { continuation in
      requireThread { continuation.resume(returning: HostLookup.addresses(of: host) ?? []) }
    }
  }
}
