import Ecosystem
import Text
import YAML

extension TagUse {
  /// Parses the value of a `uses:`; nil for actions of the repository itself and for images.
  ///
  ///     actions/checkout@v4   owner/name/.github/workflows/build.yml@main
  ///     https://code.forgejo.org/actions/checkout@v4
  ///
  /// - Throws: a refusal if the value names no reference, or isn't literally in the file.
  init?(uses node: Node, in source: SourceText) throws(Problem) {
    guard let text = node.string, !text.hasPrefix("./"), !text.hasPrefix("docker://") else {
      return nil
    }
    guard !text.contains("${{") else {
      throw Problem(.refused, "has an expression", subject: text, at: node.location)
    }
    guard let sign = text.firstIndex(of: "@"), let name = ActionName(text[..<sign]),
      text.index(after: sign) < text.endIndex
    else {
      throw Problem(
        .refused, "isn't an action with a reference", subject: text, at: node.location,
        advice: "write `owner/name@tag`")
    }
    try self.init(
      name.fullName, in: name.repository, at: String(text[text.index(after: sign)...]), of: node,
      in: source)
    self.name = name.dependency(at: stated)
    path = name.path
    needs = [NeededFile(actionAt: path)].compactMap(\.self)
  }
}

/// What precedes the `@` in a `uses:`.
private struct ActionName {
  /// The address of the host if the value states one, as Gitea and Forgejo allow:
  /// `https://code.forgejo.org`.
  private var host: String?
  /// The owner and the name: `actions/checkout`.
  private var ownerAndName: String
  /// The folder or the workflow in the repository; usually empty.
  fileprivate var path: String

  /// Parses a name; nil if it doesn't name a repository.
  init?(_ text: Substring) {
    var rest = text
    for scheme in ["https://", "http://"] where text.hasPrefix(scheme) {
      rest = text.dropFirst(scheme.count)
      let name = rest.prefix { $0 != "/" }
      host = scheme + name.lowercased()
      rest = rest.dropFirst(name.count + 1)
    }
    let parts = rest.slashParts(omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".." && part.utf8.allSatisfy(Self.isWord)
    }
    guard parts.count > 1, isPlain else { return nil }
    ownerAndName = "\(parts[0])/\(parts[1])"
    path = parts.dropFirst(2).joined(separator: "/")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      || "-_.".utf8.contains(byte)
  }

  /// The repository.
  var repository: TagUse.Repository {
    host.map { .address("\($0)/\(ownerAndName)") } ?? .name(ownerAndName)
  }

  /// The repository with its host, without a scheme.
  var fullName: String {
    host.map { $0.drop { $0 != "/" }.dropFirst(2) + "/" + ownerAndName } ?? ownerAndName
  }

  /// The name of the dependency.
  ///
  /// If the tags of a repository are named after several actions, as `setup/v1` and `build/v3`, each
  /// of them is a dependency of its own: `acme/actions/setup`. A prefix that isn't the name of an
  /// action, as in `release/v1`, names a line of the repository.
  func dependency(at version: TagVersion?) -> String {
    guard let version, !version.isPlain, !path.isEmpty else { return fullName }
    let prefix = version.prefix
    let words = prefix.last == "v" ? prefix.dropLast() : prefix[...]
    return words.contains { !"-_/".contains($0) } ? "\(fullName)/\(path)" : fullName
  }
}
