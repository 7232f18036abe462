import Crypto
import Ecosystem
import Git
import HTTP
import Synchronization
import Text
import YAML

/// Fetches the documents of resolutions: indexes and podspecs.
///
/// From a CDN it fetches the index of a pod and the podspecs that are needed, not those of all
/// versions, as CocoaPods does.
struct PodLibrary: Sendable {
  let http: HTTP.Client
  let git: Git.Client

  /// Fetches one document.
  func fetch(
    _ document: PodDocument, _ known: PodMetadata
  ) async throws(Problem) -> PodMetadata.Content {
    switch document {
    case .repository(let repository): .repository(try await kind(of: repository))
    case .versions(let repository, let pod):
      .versions(try await versions(of: pod, in: repository, known).sorted())
    case .spec(let repository, let pod, let version):
      .spec(try await spec(of: pod, version, in: repository, known))
    }
  }

  /// Finds out whether an address is that of a CDN: it has a `CocoaPods-version.yml` with `last`.
  private func kind(
    of repository: SpecRepository
  ) async throws(Problem) -> SpecRepositoryKind {
    let url = repository.readURL
    if url.hasPrefix("https://") || url.hasPrefix("http://"),
      let bytes = try await bytes(repository.base + "CocoaPods-version.yml", orMissing: true),
      let lengths = prefixLengths(bytes, mustBeCDN: true)
    {
      return .cdn(lengths)
    }
    return .git(try await SpecFolder(git: git, url: url).specs())
  }

  private func prefixLengths(_ bytes: [UInt8], mustBeCDN: Bool) -> [Int]? {
    // What isn't YAML is the page of a git server, as CocoaPods assumes, too.
    let file = SourceText(file: "CocoaPods-version.yml", bytes: bytes)
    guard let root = try? YAML.Document(file).root, root["last"]?.string != nil else { return nil }
    return root["prefix_lengths"]?.elements?.compactMap { $0.scalar?.int } ?? []
  }

  private func kind(
    _ repository: SpecRepository, _ known: PodMetadata
  ) throws(Problem) -> SpecRepositoryKind {
    guard let kind = known.repositories[repository] else {
      throw Problem(.failed, "wasn't looked up", subject: repository.url)
    }
    return kind
  }

  private func versions(
    of pod: String, in repository: SpecRepository, _ known: PodMetadata
  ) async throws(Problem) -> [PodVersion] {
    switch try kind(repository, known) {
    case .git(let specs): return specs[pod].map { Array($0.keys) } ?? []
    case .cdn(let lengths):
      let shard = Self.shard(of: pod, lengths).map { "_" + $0 }.joined()
      let url = repository.base + "all_pods_versions\(shard).txt"
      guard let bytes = try await bytes(url, orMissing: true) else { return [] }
      return try Self.versions(of: pod, in: bytes, url)
    }
  }

  /// Parses the line of a pod: `Name/1.0.0/1.1.0`.
  static func versions(
    of pod: String, in bytes: [UInt8], _ url: String
  ) throws(Problem) -> [PodVersion] {
    let prefix = Array("\(pod)/".utf8)
    for line in bytes.lines where line.starts(with: prefix) {
      let words = String(decoding: line, as: UTF8.self).trimmingPodSpace().slashParts()
      var versions: [PodVersion] = []
      for word in words.dropFirst() where !word.hasPrefix(".") {
        guard let version = PodVersion(String(word)) else {
          throw Problem(.failed, "lists a malformed version: \(word)", subject: "\(pod): \(url)")
        }
        versions.append(version)
      }
      return versions
    }
    return []
  }

  /// The first digits of the hash of a name: `["a", "7", "b"]` for lengths of 1, 1 and 1.
  static func shard(of pod: String, _ lengths: [Int]) -> [String] {
    var rest = Digest(.md5, of: pod).hexadecimal[...]
    return lengths.map { length in
      defer { rest = rest.dropFirst(length) }
      return String(rest.prefix(length))
    }
  }

  /// Fetches the podspec of a version, of one in Ruby as much as is asked for.
  func spec(
    of pod: String, _ version: PodVersion, in repository: SpecRepository, _ known: PodMetadata,
    _ extent: PodspecHost.Extent = .resolving
  ) async throws(Problem) -> PublishedSpec {
    let file: String
    let bytes: [UInt8]
    switch try kind(repository, known) {
    case .git(let specs):
      guard let path = specs[pod]?[version] else {
        throw Problem(.failed, "isn't in \(repository.url)", subject: "\(pod) \(version)")
      }
      file = path
      bytes = try await SpecFolder(git: git, url: repository.readURL).bytes(path)
    case .cdn(let lengths):
      let parts = Self.shard(of: pod, lengths) + [pod, version.text, "\(pod).podspec.json"]
      let path = parts.map(PercentEncoding.pod.encode).joined(separator: "/")
      file = repository.base + "Specs/" + path
      guard let found = try await self.bytes(file, orMissing: false) else {
        throw Problem(.failed, "isn't at \(repository.url)", subject: "\(pod) \(version)")
      }
      bytes = found
    }
    let text = SourceText(file: file, bytes: bytes)
    let podspec = try await PodspecReader(tree: .single(text)).read(file, extent)
    guard podspec.name == pod else {
      throw Problem(.failed, "is the podspec of \(podspec.name)", subject: "\(pod) \(version)")
    }
    return PublishedSpec(podspec: podspec, checksum: Digest(.sha1, of: bytes).hexadecimal)
  }

  /// Fetches a file.
  ///
  /// - Parameters:
  ///   - url: the address.
  ///   - orMissing: whether a missing file is nil instead of an error.
  /// - Returns: the bytes.
  /// - Throws: a failure if the server doesn't respond, or responds with another status.
  func bytes(_ url: String, orMissing: Bool) async throws(Problem) -> [UInt8]? {
    let response: Response
    do throws(HTTPError) {
      response = try await http.send(Request(.get, url))
    } catch {
      throw Problem(failedRequest: error)
    }
    switch response.status {
    case 200: return response.body
    case 404, 410: if orMissing { return nil }
    case 400..<500: if orMissing, url.hasSuffix(".yml") { return nil }
    default: break
    }
    let isDenied = [401, 403, 404, 410].contains(response.status)
    throw Problem(
      .failed, "responded with status \(response.status)", subject: url,
      unavailable: isDenied ? url : nil)
  }
}

extension PercentEncoding {
  /// The characters that CocoaPods keeps in the path of a podspec.
  fileprivate static let pod = PercentEncoding(keeping: "-._~+!$&'()*,;=:@")
}

extension SourceTree {
  /// A tree with one file.
  static func single(_ text: SourceText) -> SourceTree {
    SourceTree(name: "pod", paths: [text.file]) { path throws(Problem) in
      guard path == text.file else {
        throw Problem(.failed, "is not beside the podspec", subject: path)
      }
      return text
    }
  }
}
