package import Ecosystem
import HTTP
import JSON

extension BundlerEcosystem {
  /// Uses the API of the gem server, as that of rubygems.org.
  ///
  /// A git gem is developed in its repository; a server without the API returns nothing.
  package func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream {
    guard let page = dependency.source, page.hasSuffix("/gems/\(dependency.name)") else {
      return Upstream(addresses: [dependency.source].compactMap(\.self))
    }
    let server = page.dropLast("/gems/\(dependency.name)".count)
    let name = CompactIndex.escaped(dependency.name)
    let after = try await facts("\(server)/api/v2/rubygems/\(name)/versions/\(new).json")
    let known =
      if let after { after } else { try await facts("\(server)/api/v1/gems/\(name).json") }
    guard let known else { return Upstream() }
    var upstream = Upstream(addresses: known.addresses, changelog: known.changelog)
    let before = try await facts("\(server)/api/v2/rubygems/\(name)/versions/\(old).json")
    if let before = before?.addresses.first, let after = known.addresses.first, before != after {
      upstream.warnings = [.repositoryMoved(package: dependency.name, from: before, to: after)]
    }
    return upstream
  }

  /// Returns the licences of the first versions: the API has a document for each of them.
  func licences(
    of dependency: Dependency, versions: [String]
  ) async throws(Problem) -> [String: String] {
    guard let page = dependency.source, page.hasSuffix("/gems/\(dependency.name)") else {
      return [:]
    }
    let server = page.dropLast("/gems/\(dependency.name)".count)
    let name = CompactIndex.escaped(dependency.name)
    var result: [String: String] = [:]
    for version in versions.prefix(Self.licenceLimit) {
      let known = try await facts("\(server)/api/v2/rubygems/\(name)/versions/\(version).json")
      result[version] = known?.licence
    }
    return result
  }

  /// The number of versions of a gem whose licences are requested.
  private static let licenceLimit = 6

  /// Returns nothing: a lock doesn't say what gems do during installation.
  package func warnings(about change: Change) -> [Warning] { [] }

  private func facts(_ url: String) async throws(Problem) -> GemFacts? {
    let response: Response
    do throws(HTTPError) {
      response = try await index.http.send(
        Request(.get, url, headers: ["Accept": "application/json"], bodyLimit: 1 << 20))
    } catch {
      throw Problem(failedRequest: error)
    }
    guard response.status == 200,
      let root = try? Document(response.body, named: url).root, root.kind == .object
    else { return nil }
    return GemFacts(root.value)
  }
}

/// The metadata of a gem; addresses are at the top or below `metadata`.
private struct GemFacts {
  let addresses: [String]
  let changelog: String?
  /// Its licences in one text; nil if it states none.
  let licence: String?

  /// The keys in Dependabot's order.
  private static let keys = [
    "source_code_uri", "homepage_uri", "wiki_uri", "bug_tracker_uri", "documentation_uri",
    "changelog_uri", "mailing_list_uri", "download_uri",
  ]

  init(_ answer: JSON.Value) {
    func text(_ key: String) -> String? {
      [answer[key]?.string, answer["metadata"]?[key]?.string].compactMap(\.self)
        .first { !$0.isEmpty }
    }
    addresses = Self.keys.compactMap(text)
    changelog = text("changelog_uri")
    let licences = answer["licenses"]?.array?.compactMap(\.string) ?? []
    licence = licences.isEmpty ? nil : licences.joined(separator: " OR ")
  }
}
