import Ecosystem
import HTTP
import JSON
import Text
import Time

extension VersionLists {
  /// Lists a package of npm.
  ///
  /// Source: https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md
  func packages(_ name: String) async throws(Problem) -> [ListedVersion] {
    let root = try json(try await get(packageAddress(name), of: name), of: name)
    guard let members = root["versions"]?.members else {
      throw Problem(.failed, "has a list without versions", subject: name)
    }
    let times = root["time"]
    return members.map { member in
      var version = ListedVersion(member.key)
      version.published = times?[member.key]?.string.flatMap { Timestamp(rfc3339: $0) }
      version.deprecation = member.value["deprecated"]?.string
      if let integrity = member.value["dist"]?["integrity"]?.string {
        version.digests = [integrity, hexadecimal(integrity)].compactMap(\.self)
      }
      return version
    }
  }

  /// Lists a gem.
  ///
  /// Source: https://guides.rubygems.org/rubygems-org-api/#gem-version-methods
  func gems(_ name: String) async throws(Problem) -> [ListedVersion] {
    let url = "https://rubygems.org/api/v1/versions/\(name).json"
    return try array(try await get(url, of: name), of: name).compactMap { element in
      // Gems of other platforms have the same versions.
      guard let number = element["number"]?.string,
        [nil, "ruby"].contains(element["platform"]?.string)
      else { return nil }
      var version = ListedVersion(number)
      version.published = element["created_at"]?.string.flatMap { Timestamp(rfc3339: $0) }
      version.isPrerelease = element["prerelease"]?.bool ?? false
      version.digests = [element["sha"]?.string].compactMap(\.self)
      return version
    }
  }

  /// Lists the releases of a repository, apart from drafts.
  ///
  /// The newest 500 are enough: older ones are never proposed.
  /// Source: https://docs.github.com/en/rest/releases
  func releases(of name: String) async throws(Problem) -> [ListedVersion] {
    var next: Request? = Request(
      .get, "https://api.github.com/repos/\(name)/releases?per_page=100",
      headers: ["Accept": "application/vnd.github+json"], bodyLimit: 32 << 20)
    var versions: [ListedVersion] = []
    var pages = 0
    while let request = next, pages < 5 {
      let response = try await send(request, of: name)
      versions += try array(response, of: name).compactMap { element in
        guard let tag = element["tag_name"]?.string, element["draft"]?.bool != true else {
          return nil
        }
        var version = ListedVersion(tag)
        version.published = element["published_at"]?.string.flatMap { Timestamp(rfc3339: $0) }
        version.isPrerelease = element["prerelease"]?.bool ?? false
        return version
      }
      do throws(HTTPError) {
        next = try request.nextPage(after: response)
      } catch {
        throw Problem(.failed, "sent an invalid link to the next page", subject: request.url)
      }
      pages += 1
    }
    return versions
  }

  /// Lists the versions of an orb, from CircleCI's public GraphQL interface.
  ///
  /// Source: the query of CircleCI's own command line tool, `circleci orb info`, version 0.1.30995.
  func orbs(_ name: String) async throws(Problem) -> [ListedVersion] {
    let query = "query($name:String!){orb(name:$name){versions(count:1000){version createdAt}}}"
    let body = #"{"query":"\#(query)","variables":{"name":"\#(name)"}}"#
    let request = Request(
      .post, "https://circleci.com/graphql-unstable",
      headers: ["Content-Type": "application/json"], body: Array(body.utf8), bodyLimit: 8 << 20,
      isIdempotent: true)
    let root = try json(try await send(request, of: name), of: name)
    for error in root["errors"]?.elements.map(\.self) ?? [] {
      let message = error["message"]?.string ?? "an error without a message"
      throw Problem(.failed, "can't be listed by CircleCI: \(message)", subject: name)
    }
    if root["data"]?["orb"]?.isNull == true {
      throw Problem(.failed, "is not an orb that CircleCI lists", subject: name)
    }
    guard let versions = root["data"]?["orb"]?["versions"], versions.kind == .array else {
      throw Problem(.failed, "has a list that isn't CircleCI's", subject: name)
    }
    return versions.elements.compactMap { element in
      element["version"]?.string.map { text in
        ListedVersion(
          text, published: element["createdAt"]?.string.flatMap { Timestamp(rfc3339: $0) })
      }
    }
  }
}

extension VersionLists {
  /// Lists the versions of a step of Bitrise, which are the folders of the step in the library.
  ///
  /// Source: https://github.com/bitrise-io/bitrise-steplib
  func steps(_ name: String) async throws(Problem) -> [ListedVersion] {
    let url = "https://api.github.com/repos/bitrise-io/bitrise-steplib/contents/steps/\(name)"
    let list = try array(try await get(url, of: name, limit: 8 << 20), of: name)
    return list.compactMap { element in
      guard element["type"]?.string == "dir" else { return nil }
      return element["name"]?.string.map { ListedVersion($0) }
    }
  }
}

/// Returns an SHA-512 integrity as Corepack writes it: `sha512.` with hexadecimal digits.
private func hexadecimal(_ integrity: String) -> String? {
  guard integrity.hasPrefix("sha512-") else { return nil }
  var digits = ""
  var bits = 0
  var value = 0
  for byte in integrity.dropFirst(7).utf8 where byte != UInt8(ascii: "=") {
    guard let six = base64.firstIndex(of: byte) else { return nil }
    (value, bits) = ((value << 6 | six) & 0xFFFF, bits + 6)
    while bits >= 4 {
      bits -= 4
      digits += String((value >> bits) & 0xF, radix: 16)
    }
  }
  return digits.count >= 128 ? "sha512." + digits.prefix(128) : nil
}

/// The digits of base 64.
private let base64 = Array(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
