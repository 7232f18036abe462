import Ecosystem
import Text

/// The files that an `.xcworkspace` brings together, from its `contents.xcworkspacedata`.
struct XcodeWorkspace {
  /// A project, folder or file that the workspace names.
  struct Member: Hashable {
    /// The path from the root of the tree.
    var path: String
    /// Where the reference begins in the file.
    var offset: Int
  }

  /// In the order of the file.
  private(set) var members: [Member] = []
  let text: SourceText

  /// Where a group's references start.
  private enum Base {
    case inside(String)
    /// Outside the checkout, with the location that led there.
    case outside(String)
  }

  /// Reads the groups and file references.
  ///
  /// - Throws: `Problem` with the place if the file is not XML, or if a reference leads out of the
  ///   checkout: the packages there would be missing from the resolution.
  init(_ text: SourceText) throws(Problem) {
    self.text = text
    let container = Path.folder(of: Path.folder(of: text.file))
    var groups: [Base] = [.inside(container)]
    for event in try XMLReader.events(of: text) {
      switch event {
      case .start("Group", let attributes, _):
        let around = groups.last ?? .inside(container)
        groups.append(Self.resolve(attributes["location"] ?? "group:", in: around, container))
      case .end("Group"):
        if groups.count > 1 { groups.removeLast() }
      case .start("FileRef", let attributes, let offset):
        let around = groups.last ?? .inside(container)
        try add(Self.resolve(attributes["location"] ?? "group:", in: around, container), offset)
      default: break
      }
    }
  }

  private mutating func add(_ base: Base, _ offset: Int) throws(Problem) {
    switch base {
    case .inside(let path): members.append(Member(path: path, offset: offset))
    case .outside(let location):
      throw problem("refers to `\(location)`, which is outside the repository", at: offset)
    }
  }

  /// Returns a refusal that points to a reference.
  func problem(_ message: String, at offset: Int) -> Problem {
    Problem(
      .refused, message, subject: text.file, at: text.location(at: offset),
      advice: "packages that are not in the repository cannot be read, and their pins would be lost"
    )
  }

  private static func resolve(
    _ location: String, in group: Base, _ container: String
  ) -> Base {
    let parts = location.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = parts.first, parts.count == 2 else { return .outside(location) }
    let path = String(parts[1])
    var base: String? = container
    switch kind {
    case "container": break
    case "group":
      switch group {
      case .inside(let folder): base = folder
      case .outside(let outer): return .outside(path.isEmpty ? outer : "\(outer)/\(path)")
      }
    default: base = nil
    }
    guard let base, let found = Path.normalized(path, in: base) else { return .outside(location) }
    return .inside(found)
  }
}
