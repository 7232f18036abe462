import Ecosystem
import Gems
import HTTP
import JSON
import Text
import Time

extension BundlerProject {
  /// Finds when versions were published: in the page of the gem, in the older API of its server, or by
  /// the tags of its repository.
  func publicationTimes(
    of versions: [String], _ dependency: Dependency
  ) async -> PublicationTimes {
    await PublicationTimes { () async throws(Problem) in
      switch try await foundSources()[dependency.name] {
      case .git(let repository):
        return try await ecosystem.publicationTimes(of: versions, in: repository)
      case .rubygems(let servers):
        let need = GemNeed(name: dependency.name, servers: servers)
        return try await ecosystem.index.publicationTimes(of: Set(versions), need)
      case .path, .plugin: return PublicationTimes()
      }
    }
  }
}

extension BundlerEcosystem {
  /// Fetches when the tags of versions were made.
  fileprivate func publicationTimes(
    of versions: [String], in repository: GitSource
  ) async throws(Problem) -> PublicationTimes {
    guard let tag = repository.tag.flatMap({ VersionTag($0) }) else { return PublicationTimes() }
    let references = try await references(of: repository)
    let dated = references.datedTags
    let versions = Set(versions)
    var objects: [String: String] = [:]
    for other in tag.series(in: references) where versions.contains(other.version.text) {
      objects[other.version.text] = dated[other.name]
    }
    return await PublicationTimes(ofTags: objects, at: repository.uri, git)
  }
}

extension CompactIndex {
  /// Finds when versions of a gem were published.
  ///
  /// The second format of the index states it for each file, so that a request is only made to servers
  /// of the first format, for the list that Dependabot uses. A version is as old as the newest file of
  /// it, because a lock takes the files of all platforms.
  ///
  /// Source: https://guides.rubygems.org/rubygems-org-compact-index-api/ and
  /// https://guides.rubygems.org/rubygems-org-api/#gem-version-methods
  ///
  /// - Throws: a `Problem` if a server doesn't answer, or if its list can't be read.
  func publicationTimes(
    of versions: Set<String>, _ need: GemNeed
  ) async throws(Problem) -> PublicationTimes {
    var result = PublicationTimes()
    var missing = versions
    for remote in need.servers.remotes where !missing.isEmpty {
      guard let page = try await info(need.name, at: remote) else { continue }
      let listed = InfoDates(page, of: missing)
      missing.subtract(listed.versions)
      result.known.merge(listed.times) { first, _ in first }
      guard listed.times.count < listed.versions.count else { continue }
      let older = try await times(of: need.name, at: remote)
      result.known.merge(older.filter { listed.versions.contains($0.key) }) { first, _ in first }
    }
    return result
  }

  /// Fetches the list of a server's older API; empty if it doesn't have one.
  private func times(
    of name: String, at remote: String
  ) async throws(Problem) -> [String: Timestamp] {
    let url = "\(remote)api/v1/versions/\(Self.escaped(name)).json"
    let response = try await send(Request(.get, url, bodyLimit: 32 << 20))
    switch response.status {
    case 200: return try Self.times(in: response)
    case 404, 405, 410, 501: return [:]
    case 401, 403:
      throw Problem(.failed, "requires authentication: status \(response.status)", subject: url)
    default: throw Problem(.failed, "answered \(response.status)", subject: url)
    }
  }

  private static func times(in response: Response) throws(Problem) -> [String: Timestamp] {
    let root: Node
    do throws(SyntaxError) {
      let source = SourceText(file: response.url, bytes: response.body)
      root = try Document(source, options: .lenient).root
    } catch {
      throw Problem(.failed, "has a list that isn't JSON", subject: response.url)
    }
    guard root.kind == .array else {
      throw Problem(.failed, "has a list that isn't an array", subject: response.url)
    }
    var dates = LatestTimes()
    for element in root.elements {
      guard let number = element["number"]?.string else { continue }
      dates.add(number, element["created_at"]?.string.flatMap { Timestamp(rfc3339: $0) })
    }
    return dates.known
  }
}

/// When the files of versions were published, according to a page of the compact index.
///
///     1.18.8-x86_64-linux-gnu racc:~> 1.4|checksum:4a74…,created_at:2026-08-05T10:00:00Z
struct InfoDates {
  private var dates = LatestTimes()

  /// The versions that the page has.
  var versions: Set<String> { dates.versions }
  /// The times of the versions whose files all have one.
  var times: [String: Timestamp] { dates.known }

  /// Reads the lines of some versions.
  init(_ page: [UInt8], of versions: Set<String>) {
    for line in page.lines {
      let head = line.prefix(before: 0x20)
      let version = String(decoding: head.prefix(before: UInt8(ascii: "-")), as: UTF8.self)
      guard versions.contains(version) else { continue }
      dates.add(version, Self.date(of: line))
    }
  }

  private static func date(of line: ArraySlice<UInt8>) -> Timestamp? {
    let metadata = line[line.prefix(before: UInt8(ascii: "|")).endIndex...].dropFirst()
    for entry in metadata.pieces(at: UInt8(ascii: ",")) {
      let key = entry.prefix(before: UInt8(ascii: ":"))
      guard key.elementsEqual("created_at".utf8) else { continue }
      let value = entry[key.endIndex...].dropFirst()
      return Timestamp(rfc3339: String(decoding: value, as: UTF8.self))
    }
    return nil
  }
}

/// The latest times of the files of versions.
private struct LatestTimes {
  /// Nil if a file of the version has no time.
  private var times: [String: Timestamp?] = [:]

  var versions: Set<String> { Set(times.keys) }
  var known: [String: Timestamp] { times.compactMapValues(\.self) }

  mutating func add(_ version: String, _ time: Timestamp?) {
    guard let old = times[version] else {
      times[version] = .some(time)
      return
    }
    guard let old, let time else {
      times[version] = .some(nil)
      return
    }
    times[version] = max(old, time)
  }
}
