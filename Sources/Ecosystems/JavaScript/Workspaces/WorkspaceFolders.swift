package import Ecosystem
package import JSON

extension Workspaces {
  /// Finds the folders that a manifest's `workspaces` select.
  ///
  /// - Parameters:
  ///   - manifest: the manifest of the root.
  ///   - folder: the absolute path of the root.
  ///   - files: returns the absolute paths of all files in the tree; not called without `workspaces`.
  /// - Returns: absolute paths in npm's order.
  /// - Throws: `Problem` if the field is malformed, or uses a construct that is not supported.
  package static func folders(
    of manifest: Document, at folder: String, among files: () -> [String]
  ) throws(Problem) -> [String] {
    guard let field = manifest.root["workspaces"], field.isTruthy else { return [] }
    let list = field.kind == .array ? field : field["packages"]
    guard let list, list.kind == .array else {
      throw Problem(.failed, "has workspaces that are not an array", at: field.location)
    }
    var patterns = Workspaces()
    for element in list.elements {
      guard let pattern = element.string else {
        throw Problem(.failed, "has a workspace pattern that is not a text", at: element.location)
      }
      try patterns.add(pattern, at: element.location)
    }
    if patterns.isEmpty { return [] }
    let folders = files().compactMap { file -> String? in
      guard file.hasSuffix("/package.json") else { return nil }
      return Paths.tail(of: Paths.dirname(file), below: folder)
    }
    let found = patterns.folders(in: folders)
    if found.count > 1, let name = found.first(where: { !Collation.covers($0) }) {
      throw Problem(
        .refused, "is a workspace with characters outside ASCII, whose order is unknown",
        subject: name,
        at: list.location)
    }
    return found.map { $0.isEmpty ? folder : Paths.resolve(folder, $0) }
  }
}

extension SourceTree {
  /// Finds the files in a project's directory and below.
  ///
  /// - Parameters:
  ///   - directory: the directory from the root, with a slash at its start: `/`, `/apps/web`.
  ///   - base: the absolute path of the root.
  /// - Returns: their absolute paths, in the order of the tree.
  package func absolutePaths(in directory: String, below base: String) -> [String] {
    listing.files(below: String(directory.dropFirst())).map { base + "/" + $0 }
  }
}
