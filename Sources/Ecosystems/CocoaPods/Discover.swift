package import Ecosystem
import Text

extension CocoaPodsEcosystem {
  /// Finds each `Podfile`, except in folders that tools fill.
  package func discover(in paths: [String]) -> [Project] {
    let all = Set(paths)
    var folders: Set<String> = []
    let copies: Set<Substring> = [
      "Pods", "node_modules", "Carthage", ".symlinks", ".build", "DerivedData", "vendor",
    ]
    return paths.filter { path in
      ["Podfile", "CocoaPods.podfile", "Podfile.rb"].contains(TreePath.name(of: path))
        && !TreePath.folder(of: path).slashParts().contains(where: copies.contains)
    }
    .sorted()
    .compactMap { path in
      let folder = TreePath.folder(of: path)
      // CocoaPods reads one of several files in a folder.
      guard folders.insert(folder).inserted else { return nil }
      let lock = TreePath.join(folder, "Podfile.lock")
      return Project(
        ecosystem: .cocoapods, directory: "/" + folder, manifest: path,
        lock: all.contains(lock) ? lock : nil)
    }
  }
}
