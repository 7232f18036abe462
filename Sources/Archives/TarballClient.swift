package import Ecosystem
package import HTTP

/// Fetches the tarballs of packages.
package struct TarballClient: Sendable {
  /// How much memory and time a tarball may take.
  package struct Limits: Hashable, Sendable {
    /// The bytes of the tarball.
    package var tarball: Int
    /// The bytes of all contents.
    package var content: Int

    /// Enough for most packages, many at the same time.
    package static let usual = Limits(tarball: 8 << 20, content: 64 << 20)
    /// Enough for the largest packages, one at a time.
    package static let large = Limits(tarball: 128 << 20, content: 1 << 30)
  }

  /// The time limit of one request.
  private static let deadline = Duration.seconds(120)

  private let client: Client

  /// Creates a client whose layers have caches, mirrors and credentials.
  package init(_ client: Client) {
    self.client = client
  }

  /// Fetches a tarball.
  ///
  /// - Parameters:
  ///   - url: the address.
  ///   - package: the package, for problems.
  ///   - limit: the largest accepted size in bytes.
  /// - Returns: nil if the tarball is larger than the limit.
  /// - Throws: `Problem` if the address is not of the web or the tarball can't be fetched.
  package func tarball(
    _ url: String, of package: String, limit: Int
  ) async throws(Problem) -> [UInt8]? {
    guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
      throw Problem(.refused, "has a tarball without a web address", subject: package)
    }
    let request = Request(.get, url, headers: [:], deadline: Self.deadline, bodyLimit: limit)
    let response: Response
    do throws(HTTPError) {
      response = try await client.send(request)
    } catch {
      if case .tooLarge = error.code { return nil }
      throw Problem(
        .failed, "has a tarball that could not be fetched", subject: package,
        explanation: ["\(url): \(error.code)"])
    }
    guard response.status == 200 else {
      throw Problem(
        .failed, "has a tarball that got status \(response.status) from the registry",
        subject: package,
        unavailable: [401, 403, 404, 410].contains(response.status) ? package : nil)
    }
    return response.body
  }
}
