import Configuration
import Forges
import FoundationEssentials
import Git
import HTTP

/// The repository of a forge that a working tree was cloned from.
struct Origin: Hashable, Sendable {
  /// The operator's name of the forge.
  var forge: String
  var repository: RepositoryName

  /// Finds the forge of the operator's file that a clone's `origin` is on; nil for all others.
  ///
  ///     [remote "origin"]
  ///       url = git@github.com:acme/app.git
  init?(of root: String, among forges: [ForgeSettings]) {
    guard let remote = GitConfiguration(above: root)?.origin.flatMap(Remote.init) else {
      return nil
    }
    for settings in forges {
      guard let name = Self.name(of: remote, on: settings.url) else { continue }
      forge = settings.name
      repository = name
      return
    }
    return nil
  }

  private static func name(of remote: Remote, on url: String) -> RepositoryName? {
    var path: Substring
    if let folder = remote.folder {
      guard let root = Remote(url)?.folder, folder.hasPrefix(root) else { return nil }
      path = folder.dropFirst(root.count)
    } else {
      guard let origin = try? AbsoluteURL(url).origin, origin.bareHost == remote.host else {
        return nil
      }
      path = remote.path.map { $0[...] } ?? ""
    }
    while path.first == "/" { path.removeFirst() }
    return RepositoryName(String(path.hasSuffix(".git") ? path.dropLast(4) : path))
  }
}

/// The few lines of `.git/config` that are of interest.
struct GitConfiguration: Hashable, Sendable {
  /// The address of the remote named `origin`.
  private(set) var origin: String?

  /// Reads the configuration of the clone that a folder lies in, if it lies in one.
  init?(above folder: String) {
    var folder = folder[...]
    while true {
      if let data = FileManager.default.contents(atPath: "\(folder)/.git/config") {
        self.init(String(decoding: data.prefix(1 << 20), as: UTF8.self))
        return
      }
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      folder = folder[..<slash]
    }
  }

  /// Reads sections and keys as git-config(1) has them; the last value counts.
  init(_ text: String) {
    var isOrigin = false
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).joined(separator: " ")
      if words.first == "[" {
        isOrigin = words.lowercased().hasPrefix("[remote ") && words.hasSuffix("\"origin\"]")
      } else if isOrigin, let sign = words.firstIndex(of: "=") {
        let halves = [words[..<sign], words[words.index(after: sign)...]]
          .map { String($0.drop { $0 == " " }).filter { $0 != " " && $0 != "\"" } }
        if halves[0].lowercased() == "url" { origin = halves[1] }
      }
    }
  }
}
