import Configuration
import Forges
import FoundationEssentials
import Git
import HTTP

extension RepositoryID {
  /// Finds the configured forge of a clone's `origin`; nil if there is no such forge.
  ///
  ///     [remote "origin"]
  ///       url = git@github.com:acme/app.git
  init?(originOf root: String, among forges: [ForgeSettings]) {
    guard let remote = Remote(originOf: root) else {
      return nil
    }
    for settings in forges {
      guard let name = Self.name(of: remote, on: settings.url) else { continue }
      self.init(forge: settings.name, name: name)
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

/// The relevant part of `.git/config`.
struct GitConfiguration: Hashable, Sendable {
  /// The URL of the remote `origin`.
  private(set) var origin: String?

  /// Reads the configuration of the clone that contains a folder; nil outside of a clone.
  init?(above folder: String) {
    guard let root = Self.root(above: folder),
      let data = FileManager.default.contents(atPath: "\(root)/.git/config")
    else { return nil }
    self.init(String(decoding: data.prefix(1 << 20), as: UTF8.self))
  }

  /// Finds the clone that contains a folder; nil outside of one.
  static func root(above folder: String) -> String? {
    var folder = folder[...]
    while true {
      if FileManager.default.isReadableFile(atPath: "\(folder)/.git/config") {
        return folder.isEmpty ? "/" : String(folder)
      }
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      folder = folder[..<slash]
    }
  }

  /// Parses sections and keys as in git-config(1); the last value is used.
  init(_ text: String) {
    var isOrigin = false
    for line in text.split(whereSeparator: \.isNewline) {
      let text = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).joined(separator: " ")
      if text.first == "[" {
        isOrigin = text.lowercased().hasPrefix("[remote ") && text.hasSuffix("\"origin\"]")
      } else if isOrigin, let sign = text.firstIndex(of: "=") {
        let halves = [text[..<sign], text[text.index(after: sign)...]]
          .map { String($0.drop { $0 == " " }).filter { $0 != " " && $0 != "\"" } }
        if halves[0].lowercased() == "url" { origin = halves[1] }
      }
    }
  }
}
