package import Ecosystem
import Text

extension CocoaPodsEcosystem {
  /// Finds each `Podfile`, except in folders that tools fill.
  package func discover(in paths: [String]) -> [Project] {
    let all = Set(paths)
    let copies: Set<Substring> = [
      "Pods", "node_modules", "Carthage", ".symlinks", ".build", "DerivedData", "vendor",
    ]
    return paths.filter { path in
      ["Podfile", "CocoaPods.podfile", "Podfile.rb"].contains(TreePath.name(of: path))
        && !TreePath.folder(of: path).split(separator: "/").contains(where: copies.contains)
    }
    .sorted()
    .reduce(into: []) { (projects: inout [Project], path) in
      let folder = TreePath.folder(of: path)
      // CocoaPods reads one of several files in a folder.
      guard !projects.contains(where: { $0.directory == "/" + folder }) else { return }
      let lock = TreePath.join(folder, "Podfile.lock")
      projects.append(
        Project(
          ecosystem: .cocoapods, directory: "/" + folder, manifest: path,
          lock: all.contains(lock) ? lock : nil))
    }
  }
}
