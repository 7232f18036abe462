/// A document that a resolution needs.
enum PodDocument: Hashable, Sendable {
  /// What a repository of specs is, and how its files are arranged.
  case repository(SpecRepository)
  /// The versions of a pod in a repository of specs.
  case versions(SpecRepository, String)
  /// The podspec of a version.
  case spec(SpecRepository, String, PodVersion)
}

extension PodDocument: CustomStringConvertible {
  /// The document in messages: `Alamofire 5.9.1`.
  var description: String {
    switch self {
    case .repository(let repository): repository.url
    case .versions(_, let pod): pod
    case .spec(_, let pod, let version): "\(pod) \(version)"
    }
  }
}

/// A repository of specs: CocoaPods' trunk, another CDN, or a git repository.
struct SpecRepository: Hashable, Sendable {
  /// The address as the Podfile writes it.
  let url: String

  /// CocoaPods' own repository.
  static let trunk = SpecRepository("https://cdn.cocoapods.org/")

  /// Takes an address of a `source` line, of a `:source` option or of a lock.
  init(_ url: String) {
    self.url = url == "trunk" || url == "https://cdn.cocoapods.org" ? Self.trunkURL : url
  }

  private static let trunkURL = "https://cdn.cocoapods.org/"

  /// Whether it is CocoaPods' own CDN.
  var isTrunk: Bool { url == Self.trunkURL }

  /// The address that files are read from.
  ///
  /// The CDN has the content of the git repository from which trunk is published, which has far too
  /// many files to be read itself.
  var readURL: String {
    let plain = url.hasSuffix(".git") ? String(url.dropLast(4)) : url
    let master = ["https://github.com/CocoaPods/Specs", "git@github.com:CocoaPods/Specs"]
    return master.contains { $0.lowercased() == plain.lowercased() } ? Self.trunkURL : url
  }

  /// The address of a CDN with a final slash.
  var base: String { readURL.hasSuffix("/") ? readURL : readURL + "/" }

  /// The key in `SPEC REPOS`, which ends with a slash for CDNs.
  func lockKey(isCDN: Bool) -> String {
    if isTrunk { return "trunk" }
    return isCDN && readURL == url ? base : url
  }

  /// Compares addresses without their final slashes.
  static func == (left: SpecRepository, right: SpecRepository) -> Bool { left.key == right.key }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  private var key: Substring { url.hasSuffix("/") ? url.dropLast() : url[...] }
}

/// How a repository of specs is read.
enum SpecRepositoryKind: Sendable {
  /// Files over HTTP, with the lengths of the parts of hashes that names are sorted by.
  case cdn([Int])
  /// The podspecs of a git repository by pod and version.
  case git([String: [PodVersion: String]])

  var isCDN: Bool { if case .cdn = self { true } else { false } }
}

/// A podspec from a repository of specs, with the checksum of its file.
struct PublishedSpec: Sendable {
  var podspec: Podspec
  var checksum: String
}

/// The documents that were fetched so far.
struct PodMetadata: Sendable {
  var repositories: [SpecRepository: SpecRepositoryKind] = [:]
  /// The versions of pods in ascending order; empty if the repository doesn't have the pod.
  var versions: [PodDocument: [PodVersion]] = [:]
  var specs: [PodDocument: PublishedSpec] = [:]

  /// The content of a document.
  enum Content: Sendable {
    case repository(SpecRepositoryKind)
    case versions([PodVersion])
    case spec(PublishedSpec)
  }

  mutating func add(_ content: Content, for document: PodDocument) {
    switch (content, document) {
    case (.repository(let kind), .repository(let repository)): repositories[repository] = kind
    case (.versions(let list), _): versions[document] = list
    case (.spec(let spec), _): specs[document] = spec
    case (.repository, _): break
    }
  }
}
