import Archives
import Crypto
import Ecosystem
import HTTP
import JSON
import JavaScript
import Text

/// The release of Yarn that a project runs, as the source of its built-in patches.
///
/// It is a file of JavaScript, in which each patch is a compressed text. It is only searched, never run.
struct YarnRelease: Sendable {
  let sources: YarnSources
  let ecosystem: YarnEcosystem

  /// The largest release, content of its package, and patch in bytes.
  private static let limits = (file: 32 << 20, content: 64 << 20, patch: 8 << 20)
  private static let package = "@yarnpkg/cli-dist"

  /// Returns the patch of a package, from the file of `yarnPath` or else from the registry.
  ///
  /// - Throws: a refusal if no file says which release it is, or the release has another form.
  func patch(of name: String) async throws(Problem) -> [UInt8] {
    let compressed =
      if let path = sources.committedYarn {
        try Self.find(name, in: try await sources.tree.read(path).bytes, from: path)
      } else {
        try await published(name)
      }
    guard let text = Brotli.decompress(compressed, limit: Self.limits.patch) else {
      throw Self.unknownForm(name, of: "the project's release of Yarn")
    }
    return text
  }

  /// The refusal of a project whose version of Yarn no file states.
  static func isUnknown(_ name: String) -> Problem {
    Problem(
      .refused,
      "gets a patch of Yarn's own, and no file says which version of Yarn the project uses",
      subject: name, advice: "state the version as packageManager in package.json")
  }

  /// Returns the compressed patch from the package that Yarn is published as.
  private func published(_ name: String) async throws(Problem) -> [UInt8] {
    guard let version = sources.statedYarn else { throw Self.isUnknown(name) }
    let distribution = try await distribution(of: version, for: name)
    let cache = PatchCache(ecosystem.contents, "yarn-release", [distribution.integrity, name])
    if let known = await cache.load() { return known }
    let subject = "\(Self.package)@\(version)"
    let tarball = try await TarballClient(ecosystem.http).tarball(
      distribution.url, of: subject, limit: Self.limits.file)
    guard let tarball, Integrity.verify(tarball, distribution.integrity) == true else {
      throw Problem(
        .failed, "has a tarball whose digest isn't that of the registry", subject: subject)
    }
    let files = try Tarball(gzip: tarball, of: subject, limit: Self.limits.content) {
      $0 == "bin/yarn.js"
    }
    let contents = files.entries.filter { $0.path == "bin/yarn.js" }.map(\.content)
    guard case .file(let bytes, _) = contents.last else {
      throw Self.unknownForm(name, of: subject)
    }
    let found = try Self.find(name, in: bytes, from: subject)
    await cache.keep(found)
    return found
  }

  private func distribution(
    of version: String, for name: String
  ) async throws(Problem) -> (url: String, integrity: String) {
    let packument: Packument
    do throws(LookUpFailure) {
      packument = try await ecosystem.registry(of: sources).packument(
        of: Self.package, .abbreviated, keeping: .resolution)
    } catch {
      let problem = error.problem
      guard problem.unavailable != nil else { throw problem }
      throw Self.missing(version, for: name)
    }
    let node = try packument[version].map { (found) throws(Problem) in try found.read() }
    guard let dist = node?["dist"], let url = dist["tarball"]?.string,
      let integrity = dist["integrity"]?.string
    else { throw Self.missing(version, for: name) }
    return (url, integrity)
  }

  private static func missing(_ version: String, for name: String) -> Problem {
    Problem(
      .refused,
      "gets a patch of Yarn's own, and the registry doesn't have \(package) \(version)",
      subject: name, advice: "commit the release with `yarn set version \(version) --yarn-path`")
  }
}

extension YarnRelease {
  /// Finds the compressed patch of a package.
  ///
  ///     function a(){return typeof b>"u"&&(b=r("zlib").brotliDecompressSync(Buffer.from("…","base64")
  ///     …new Map([[x.makeIdent(null,"fsevents").identHash,a],
  ///
  /// - Throws: a refusal unless there is exactly one.
  static func find(
    _ name: String, in release: [UInt8], from origin: String
  ) throws(Problem) -> [UInt8] {
    let entries = ends(of: #"makeIdent(null,"\#(name)").identHash,"#, in: release)
    guard entries.count == 1 else { throw unknownForm(name, of: origin) }
    let function = release[entries[0]...].prefix { $0.isWordOfScript }
    let starts = ends(of: "function \(String(decoding: function, as: UTF8.self))(){", in: release)
    guard !function.isEmpty, starts.count == 1 else { throw unknownForm(name, of: origin) }
    let body = Array(release[starts[0]...].prefix(256))
    let call = ends(of: #".brotliDecompressSync(Buffer.from(""#, in: body)
    guard let start = call.first.map({ starts[0] + $0 }) else {
      throw unknownForm(name, of: origin)
    }
    let base64 = release[start...].prefix(before: UInt8(ascii: "\""))
    guard release[base64.endIndex...].starts(with: #"","base64")"#.utf8),
      let bytes = Base64.decode(String(decoding: base64, as: UTF8.self))
    else { throw unknownForm(name, of: origin) }
    return bytes
  }

  /// The offsets behind all occurrences of a text.
  private static func ends(of text: String, in bytes: [UInt8]) -> [Int] {
    let wanted = Array(text.utf8)
    var result: [Int] = []
    var rest = bytes[...]
    while let start = rest.position(of: wanted[0]) {
      rest = rest[(start + 1)...]
      if rest.starts(with: wanted.dropFirst()) { result.append(start + wanted.count) }
    }
    return result
  }

  private static func unknownForm(_ name: String, of origin: String) -> Problem {
    Problem(
      .refused, "gets a patch of Yarn's own, which martlet doesn't find in \(origin)",
      subject: name)
  }
}

extension UInt8 {
  /// Whether the byte can be part of an identifier of JavaScript.
  fileprivate var isWordOfScript: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: false
    }
  }
}

extension YarnSources {
  /// The path of the committed release; nil without one.
  var committedYarn: String? {
    let statement = tools.statements.first { $0.tool == .yarn && $0.source == .yarnPath }
    guard let statement else { return nil }
    let folder = TreePath.folder(of: project.manifest)
    guard let path = TreePath.normalized(statement.text, in: folder) else { return nil }
    return tree.listing.contains(path) ? path : nil
  }

  /// The version of Yarn that the repository or the operator states.
  var statedYarn: String? {
    guard case .berry(let version) = line, let origin = yarn.origin, origin != YarnLine.byFormat
    else { return nil }
    return version.description
  }
}
