import Ecosystem
import Text

/// The files that an `.xcworkspace` brings together, from its `contents.xcworkspacedata`.
struct XcodeWorkspace {
  /// Projects and folders from the root of the tree.
  private(set) var members: [String] = []

  private static let sizeLimit = 4 << 20
  private static let depthLimit = 64

  /// Reads the XML's groups and file references; everything else in it is passed over.
  init(_ text: SourceText) throws(Problem) {
    guard text.bytes.count <= Self.sizeLimit else {
      throw Problem(.refused, "is larger than 4 MiB", subject: text.file)
    }
    let container = Path.folder(of: Path.folder(of: text.file))
    var folders = [container]
    for tag in Self.tags(of: text) {
      if tag.name == "/Group" {
        if folders.count > 1 { folders.removeLast() }
        continue
      }
      guard tag.name == "Group" || tag.name == "FileRef" else { continue }
      let folder = folders.last ?? container
      let path = try Self.resolve(tag.location ?? "group:", in: folder, container, text)
      if tag.name == "FileRef" {
        if let path { members.append(path) }
      } else if !tag.isClosed {
        guard folders.count < Self.depthLimit else {
          throw Problem(.refused, "nests groups too deep", subject: text.file)
        }
        folders.append(path ?? folder)
      }
    }
  }

  private struct Tag {
    var name: String
    var location: String?
    var isClosed: Bool
  }

  private static func tags(of text: SourceText) -> [Tag] {
    text.string.split(separator: "<").compactMap { part in
      let inner = part.prefix { $0 != ">" }
      let name = inner.prefix { !$0.isWhitespace && $0 != ">" }
      guard !name.isEmpty else { return nil }
      return Tag(
        name: String(name), location: attribute("location", in: inner),
        isClosed: inner.last == "/")
    }
  }

  private static func attribute(_ name: String, in tag: Substring) -> String? {
    guard let found = tag.firstRange(of: name) else { return nil }
    let rest = tag[found.upperBound...].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    return unescaped(String(rest.dropFirst().prefix { $0 != quote }))
  }

  private static func unescaped(_ text: String) -> String {
    var result = text
    for (entity, mark) in [
      ("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"),
    ] {
      while let found = result.firstRange(of: entity) {
        result.replaceSubrange(found, with: mark)
        if mark == "&" { break }
      }
    }
    return result
  }

  private static func resolve(
    _ location: String, in folder: String, _ container: String, _ text: SourceText
  ) throws(Problem) -> String? {
    let parts = location.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.count > 1 ? String(parts[1]) : ""
    switch parts.first {
    case "group": return Path.normalized(path, in: folder)
    case "container": return Path.normalized(path, in: container)
    default: return nil
    }
  }
}
