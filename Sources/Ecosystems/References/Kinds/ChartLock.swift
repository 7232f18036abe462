import Crypto
import Ecosystem
import Text
import YAML

/// A `Chart.lock`: the version of each dependency that Helm chose, with a digest of these and of what
/// `Chart.yaml` asks for.
///
/// Only versions and the digest are edited. `generated` stays: a time of writing would make the file
/// differ in each pass, and Helm only compares the digest.
///
/// Source: `HashReq` in Helm 3.16, internal/resolver/resolver.go, checked on files of public charts.
struct ChartLock: Sendable {
  static let name = "Chart.lock"

  /// A dependency in the lock.
  struct Entry: Hashable, Sendable {
    var name: String
    var repository: String
    var version: String
    /// The scalar of the version, with quotes.
    var range: Range<Int>
  }

  let source: SourceText
  let entries: [Entry]
  private let digest: String
  private let digestRange: Range<Int>

  /// Parses a lock.
  ///
  /// - Throws: a refusal for what Helm doesn't write.
  init(_ source: SourceText) throws(Problem) {
    self.source = source
    guard let root = try ReferenceFile.documents(of: source).first,
      let digest = root["digest"], let text = digest.string
    else {
      throw Problem(.refused, "has no digest", subject: source.file)
    }
    self.digest = text
    digestRange = digest.range
    var entries: [Entry] = []
    for element in root["dependencies"]?.elements ?? [] {
      guard let name = element["name"]?.string, let version = element["version"],
        let text = version.string
      else {
        throw Problem(
          .refused, "has a dependency without a name or a version", subject: source.file,
          at: element.location)
      }
      entries.append(
        Entry(
          name: name, repository: element["repository"]?.string ?? "", version: text,
          range: version.range))
    }
    self.entries = entries
  }

  /// Requires that the lock belongs to a manifest, and that martlet computes Helm's digest of both.
  ///
  /// - Throws: a refusal if not.
  func require(_ requests: [ChartRequest]) throws(Problem) {
    guard entries.map(\.name) == requests.map(\.name),
      entries.map(\.repository) == requests.map(\.repository),
      Self.digest(of: requests, entries) == digest
    else {
      throw Problem(
        .refused, "doesn't belong to its Chart.yaml: the digest is another one",
        subject: source.file, advice: "run 'helm dependency update'")
    }
  }

  /// Returns the lock after an edit of the manifest.
  ///
  /// - Parameters:
  ///   - old: what the manifest asked for.
  ///   - new: what it asks for now.
  ///   - chosen: the versions of charts as their repositories write them, by `name@text` of the manifest;
  ///     charts of registries have the version that the manifest names.
  /// - Returns: the text with other versions and another digest.
  /// - Throws: a problem if a version isn't known.
  func rewritten(
    from old: [ChartRequest], to new: [ChartRequest], choosing chosen: [String: String]
  ) throws(Problem) -> SourceText {
    var entries = entries
    var replacements: [Replacement] = []
    for (index, request) in new.enumerated() where request.version != old[index].version {
      let isOCI = request.repository.hasPrefix("oci://")
      guard let version = isOCI ? request.version : chosen[request.key] else {
        throw Problem(.failed, "has no version for \(request.name)", subject: source.file)
      }
      entries[index].version = version
      replacements.append(
        Replacement(
          file: source.file, range: entries[index].range, text: Self.scalar(version)))
    }
    replacements.append(
      Replacement(
        file: source.file, range: digestRange, text: Self.digest(of: new, entries)))
    let result = try source.edited(by: replacements)
    try ChartLock(result).require(new)
    return result
  }

  /// Helm quotes a version that YAML would read as a number.
  private static func scalar(_ version: String) -> String {
    ImplicitNumber.losesDigits(version) || version.split(separator: ".").count < 3
      ? "\"\(version)\"" : version
  }

  private static func digest(of requests: [ChartRequest], _ entries: [Entry]) -> String {
    let locked = entries.map { entry in
      ChartRequest.json([
        ("name", ChartRequest.quoted(entry.name)), ("version", ChartRequest.quoted(entry.version)),
        ("repository", ChartRequest.quoted(entry.repository)),
      ])
    }
    let lists = [requests.map(\.json), locked].map { "[\($0.joined(separator: ","))]" }
    let text = "[\(lists.joined(separator: ","))]"
    return "sha256:" + Digest(.sha256, of: Array(text.utf8)).hexadecimal
  }
}
