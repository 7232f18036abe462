import Ecosystem
import HTTP
import JSON
import Text
import Time

extension VersionLists {
  /// Lists the releases of a runtime, from its project's own list.
  func releases(of runtime: VersionSource.Runtime) async throws(Problem) -> [ListedVersion] {
    switch runtime {
    case .node: try await nodeReleases()
    case .ruby: try await rubyReleases()
    case .swift: try await swiftReleases()
    }
  }

  /// Lists Node's releases.
  ///
  /// Source: https://nodejs.org/dist/index.json
  private func nodeReleases() async throws(Problem) -> [ListedVersion] {
    let list = try array(
      try await get("https://nodejs.org/dist/index.json", of: "Node.js"), of: "Node.js")
    return list.compactMap { element in
      guard let text = element["version"]?.string else { return nil }
      let date = element["date"]?.string.flatMap { Timestamp(rfc3339: $0 + "T00:00:00Z") }
      var version = ListedVersion(
        text.hasPrefix("v") ? String(text.dropFirst()) : text, published: date)
      if element["lts"]?.bool == false {
        version.heldBackOutside = "has no long-term support yet"
      }
      return version
    }
  }

  /// Lists Ruby's releases: the first column of https://cache.ruby-lang.org/pub/ruby/index.txt, such
  /// as `ruby-3.3.6`.
  private func rubyReleases() async throws(Problem) -> [ListedVersion] {
    let response = try await get("https://cache.ruby-lang.org/pub/ruby/index.txt", of: "Ruby")
    var seen: Set<Substring> = []
    let text = String(decoding: response.body, as: UTF8.self)
    let versions = text.split(separator: "\n").compactMap { line -> ListedVersion? in
      let name = line.prefix { $0 != "\t" }
      guard name.hasPrefix("ruby-"), seen.insert(name).inserted else { return nil }
      return ListedVersion(String(name.dropFirst("ruby-".count)))
    }
    guard !versions.isEmpty else {
      throw Problem(.failed, "has a list without releases", subject: "Ruby")
    }
    return versions
  }

  /// Lists Swift's releases.
  ///
  /// Source: https://www.swift.org/api/v1/install/releases.json
  private func swiftReleases() async throws(Problem) -> [ListedVersion] {
    let url = "https://www.swift.org/api/v1/install/releases.json"
    return try array(try await get(url, of: "Swift"), of: "Swift").compactMap { element in
      guard let text = element["name"]?.string else { return nil }
      let date = element["date"]?.string.flatMap { Timestamp(rfc3339: $0 + "T00:00:00Z") }
      return ListedVersion(text, published: date)
    }
  }
}
