import Ecosystem
import Text

/// The address of a remote base or file in a kustomization, split around its tag.
///
///     https://github.com/acme/base//config?ref=v1.0
///     https://github.com/acme/tool/releases/download/v1.0/install.yaml
///     https://raw.githubusercontent.com/acme/tool/v1.0/install.yaml
struct RemoteBase: Hashable, Sendable {
  /// The address of the repository: `https://github.com/acme/base`.
  var repository: String
  /// The tag, branch or commit.
  var reference: String
  /// What follows the reference.
  var rest: String
  /// Whether a commit can replace the tag.
  var takesCommits = true
  /// The file in the repository that is used; nil for files of releases, which aren't in it.
  var need: NeededFile?

  /// Reads an address.
  ///
  /// - Throws: a refusal with the reason as a predicate.
  init(_ text: String) throws(Problem) {
    if let mark = text.firstRange(of: "?ref=") ?? text.firstRange(of: "&ref=") {
      reference = String(text[mark.upperBound...].prefix { $0 != "&" })
      rest = String(text[mark.upperBound...].dropFirst(reference.count))
      guard !reference.isEmpty, let found = Self.repository(of: text[..<mark.lowerBound]) else {
        throw Self.refusal(
          "isn't an address of a repository at github.com or gitlab.com with a ref")
      }
      repository = found
      need = Self.folder(of: text[..<mark.lowerBound])
      return
    }
    guard let file = Self.file(text) else {
      throw Self.refusal("is a remote base without a ref")
    }
    self = file
    let number = reference.drop { $0 == "v" }
    guard number.first?.isNumber != true || !rest.contains(number) else {
      throw Self.refusal("names its version twice, and the name of the new file isn't known")
    }
  }

  private init(_ repository: String, _ reference: String, _ rest: String, takesCommits: Bool) {
    self.repository = "https://github.com/" + repository
    self.reference = reference
    self.rest = rest
    self.takesCommits = takesCommits
  }

  private static func refusal(_ reason: String) -> Problem { Problem(.refused, reason) }

  /// Reads the address of a file of a release, or of a file in a repository.
  private static func file(_ text: String) -> RemoteBase? {
    guard let path = text.tail(behind: "https://") else { return nil }
    let parts = path.slashParts(omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 4, parts[1...2].allSatisfy({ VersionSource.isWord($0) }) else { return nil }
    let repository = parts[1...2].joined(separator: "/")
    switch (parts[0], parts[3]) {
    case ("github.com", "releases"):
      return release(repository, Array(parts[4...]))
    case ("github.com", "raw"), ("github.com", "blob"):
      return raw(repository, Array(parts[4...]))
    case ("raw.githubusercontent.com", _): return raw(repository, Array(parts[3...]))
    default: return nil
    }
  }

  /// Reads `download/v1.0/install.yaml` and `latest/download/install.yaml`.
  private static func release(_ repository: String, _ parts: [String]) -> RemoteBase? {
    guard parts.count == 3 else { return nil }
    if parts[0] == "latest", parts[1] == "download" {
      return RemoteBase(repository, "latest", "/download/\(parts[2])", takesCommits: false)
    }
    guard parts[0] == "download" else { return nil }
    return RemoteBase(repository, parts[1], "/" + parts[2], takesCommits: false)
  }

  /// Reads `v1.0/config/install.yaml` and `refs/tags/v1.0/install.yaml`.
  private static func raw(_ repository: String, _ parts: [String]) -> RemoteBase? {
    let isFull = parts.count > 3 && parts[0] == "refs" && ["tags", "heads"].contains(parts[1])
    let index = isFull ? 2 : 0
    guard parts.count > index + 1, !parts[index].isEmpty else { return nil }
    let rest = "/" + parts[(index + 1)...].joined(separator: "/")
    var base = RemoteBase(repository, parts[index], rest, takesCommits: !isFull)
    base.need = NeededFile("the file \(rest.dropFirst())", at: [String(rest.dropFirst())])
    return base
  }

  /// The kustomization in a folder, as in `…/acme/base//config`; nil for that of the root.
  private static func folder(of address: Substring) -> NeededFile? {
    let parts = address.prefix { $0 != "?" }.slashParts(omittingEmptySubsequences: true)
    guard let host = parts.firstIndex(where: { ["github.com", "gitlab.com"].contains($0) }) else {
      return nil
    }
    let folder = parts[(host + 1)...].dropFirst(2).joined(separator: "/")
    guard !folder.isEmpty else { return nil }
    let names = ["kustomization.yaml", "kustomization.yml", "Kustomization"]
    return NeededFile("the folder \(folder)", at: names.map { "\(folder)/\($0)" })
  }

  /// Returns the repository of a base's address; nil for hosts whose paths aren't known.
  private static func repository(of address: Substring) -> String? {
    var text = String(address.prefix { $0 != "?" })
    for prefix in ["git::", "https://"] {
      if let tail = text.tail(behind: prefix) { text = tail }
    }
    let parts = text.slashParts(omittingEmptySubsequences: true)
    guard parts.count >= 3, ["github.com", "gitlab.com"].contains(parts[0]),
      parts[1...2].allSatisfy({ VersionSource.isWord($0) })
    else { return nil }
    let name = parts[2].hasSuffix(".git") ? parts[2].dropLast(4) : parts[2]
    return "https://\(parts[0])/\(parts[1])/\(name)"
  }
}

extension String {
  /// The rest of the text behind a prefix; nil without it.
  fileprivate func tail(behind prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
