import Synchronization
import Text

/// The files and folders of a tree, indexed when they are first queried.
///
/// All projects of a tree share one listing: an index for each would take quadratic time.
package final class TreeListing: Sendable {
  private struct Index {
    var files: Set<String>
    /// The files directly in each folder; empty for a folder that has only folders.
    var folders: [String: [String]]
  }

  private let paths: [String]
  private let index = Mutex<Index?>(nil)

  /// Creates a listing of the paths of all files.
  package init(_ paths: [String]) {
    self.paths = paths
  }

  /// The paths of all files.
  package var files: Set<String> { indexed(\.files) }

  /// Whether a path is a file.
  package func contains(_ path: String) -> Bool { indexed { $0.files.contains(path) } }

  /// Whether files are below a path; true for the root, which is empty.
  package func holdsFolder(_ path: String) -> Bool { indexed { $0.folders[path] != nil } }

  /// The paths of the files directly in a folder, in the order of the tree.
  package func files(in folder: String) -> [String] { indexed { $0.folders[folder] ?? [] } }

  private func indexed<Value>(_ body: (Index) -> Value) -> Value {
    index.withLock { index in
      let current = index ?? makeIndex()
      index = current
      return body(current)
    }
  }

  private func makeIndex() -> Index {
    var folders: [String: [String]] = ["": []]
    for path in paths {
      var folder = TreePath.folder(of: path)
      let isNew = folders[folder] == nil
      folders[folder, default: []].append(path)
      guard isNew else { continue }
      while !folder.isEmpty {
        folder = TreePath.folder(of: folder)
        if folders[folder] != nil { break }
        folders[folder] = []
      }
    }
    return Index(files: Set(paths), folders: folders)
  }
}
