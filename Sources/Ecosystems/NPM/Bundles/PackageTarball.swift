import Archives
import Crypto
import Ecosystem
import HTTP
import JavaScript

/// The tarball of a package that bundles others.
///
/// Registries don't know what a version bundles, so npm opens the tarball when it adds or checks such
/// a package (`build-ideal-tree.js`). The files are only read as data.
struct PackageTarball {
  let url: String
  /// The digests in the lock or the registry's document; nil without one.
  let integrity: String?

  /// The largest tarball, and the largest content, in bytes.
  ///
  /// `aws-cdk-lib` has about 60 MB and 400 MB.
  private static let limits = (tarball: 256 << 20, content: 2 << 30)
  /// The time limit of one request.
  private static let deadline = Duration.seconds(120)

  /// Fetches the tarball, compares its digest and reads what it bundles.
  ///
  /// Only one large document is fetched at a time in the whole process, to limit memory.
  func bundle(_ registry: Registry) async throws(Problem) -> BundledPackages {
    guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
      throw Problem(.refused, "bundles dependencies and has no web address", subject: url)
    }
    return try await LargeDocuments.turn.run { () async throws(Problem) in
      let bytes = try await fetch(registry.client)
      try check(bytes)
      let tarball = try Tarball(
        gzip: bytes, of: url, limit: Self.limits.content, keeping: BundledPackages.isManifest)
      return try BundledPackages(tarball, of: url)
    }
  }

  private func fetch(_ client: Client) async throws(Problem) -> [UInt8] {
    let request = Request(
      .get, url, headers: [:], deadline: Self.deadline, bodyLimit: Self.limits.tarball)
    let response: Response
    do throws(HTTPError) {
      response = try await client.send(request)
    } catch {
      throw Problem(
        .failed, "bundles dependencies, and the tarball could not be fetched", subject: url,
        explanation: ["\(error.code)"])
    }
    guard response.status == 200 else {
      throw Problem(
        .failed, "bundles dependencies, and the tarball got status \(response.status)",
        subject: url, unavailable: [401, 403, 404, 410].contains(response.status) ? url : nil)
    }
    return response.body
  }

  /// Throws npm's EINTEGRITY.
  private func check(_ bytes: [UInt8]) throws(Problem) {
    guard let integrity else { return }
    guard let isRight = Integrity.verify(bytes, integrity) else {
      throw Problem(
        .refused, "bundles dependencies and has a digest of an unknown kind", subject: url)
    }
    if isRight { return }
    throw Problem(
      .failed, "is a tarball with a digest other than that of the lock or the registry",
      subject: url, explanation: ["The digest must be \(integrity)."])
  }
}
