package import Ecosystem
import Text

extension CarthageEcosystem {
  /// Finds every `Cartfile`, and `Cartfile.private` where there is no `Cartfile`.
  package func discover(in paths: [String]) -> [Project] {
    let all = Set(paths)
    return paths.compactMap { path in
      let (folder, name) = split(path)
      let isAlone = name == "Cartfile.private" && !all.contains(folder + "Cartfile")
      guard name == "Cartfile" || isAlone, !isCopy(folder) else { return nil }
      let lock = folder + "Cartfile.resolved"
      return Project(
        ecosystem: .carthage, directory: "/" + folder.dropLast(), manifest: path,
        lock: all.contains(lock) ? lock : nil)
    }
    .sorted { $0.manifest < $1.manifest }
  }
}

/// Splits a path into its folder, with a final slash unless it is the root, and its name.
private func split(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.lastIndex(of: "/") else { return ("", path) }
  return (String(path[...slash]), String(path[path.index(after: slash)...]))
}

/// Whether a folder has copies that a tool made.
private func isCopy(_ folder: String) -> Bool {
  let names: Set<Substring> = ["Carthage", "Pods", ".build", "DerivedData", "node_modules"]
  return folder.slashParts().contains { names.contains($0) }
}
