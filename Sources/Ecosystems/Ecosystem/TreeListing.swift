import Synchronization
import Text

/// The files and folders of a tree, indexed when they are first queried.
///
/// All projects of a tree share one listing: an index for each would take quadratic time. Results
/// are in the order of the tree.
package final class TreeListing: Sendable {
  private let contents: Contents
  /// Records the questions to the listing; nil if they are not recorded.
  private let trace: TreeTrace?

  /// Creates a listing of the paths of all files.
  package init(_ paths: [String]) {
    contents = Contents(paths)
    trace = nil
  }

  /// Creates a listing with a trace that shares the index of another one.
  init(_ other: TreeListing, _ trace: TreeTrace) {
    contents = other.contents
    self.trace = trace
  }

  /// The paths of all files in the order of the tree.
  package var paths: [String] { noting(.paths, contents.paths) { .list($0) } }

  /// The paths of all files, without a mark in a trace; for what `PackageEcosystem.forms` says.
  var unmarkedPaths: [String] { contents.paths }

  /// The paths of all files.
  package var files: Set<String> {
    trace?.note(.paths, .list(contents.paths))
    return contents.indexed(\.files)
  }

  /// Whether a path is a file.
  package func contains(_ path: String) -> Bool {
    noting(.contains(path), contents.indexed { $0.files.contains(path) }) { .flag($0) }
  }

  /// Whether files are below a path; true for the root, which is empty.
  package func holdsFolder(_ path: String) -> Bool {
    noting(.holdsFolder(path), contents.indexed { $0.folders[path] != nil }) { .flag($0) }
  }

  /// The paths of the files directly in a folder.
  package func files(in folder: String) -> [String] {
    noting(.files(in: folder), contents.files(in: folder)) { .list($0) }
  }

  /// The paths of the folders directly in a folder.
  package func folders(in folder: String) -> [String] {
    noting(.folders(in: folder), contents.indexed { $0.folders[folder]?.folders ?? [] }) {
      .list($0)
    }
  }

  /// The paths of the files in a folder and in the folders inside it.
  package func files(below folder: String) -> [String] {
    noting(.filesBelow(folder), contents.files(below: folder)) { .list($0) }
  }

  /// The paths of the folders inside a folder, at any depth.
  package func folders(below folder: String) -> [String] {
    noting(.foldersBelow(folder), contents.indexed { $0.folders(below: folder) }) { .list($0) }
  }

  /// Returns what a tool makes of all paths, computed once for the tree.
  ///
  ///     let files = tree.listing.view(TuistFiles.init)
  ///
  /// - Parameter make: the same function for each type of value; the value must not hold the listing.
  /// - Returns: the value of the first call.
  package func view<View: Sendable>(_ make: (TreeListing) -> View) -> View {
    trace?.note(.paths, .list(contents.paths))
    let key = ObjectIdentifier(View.self)
    if let known = contents.views.withLock({ $0[key] }) as? View { return known }
    let view = make(self)
    contents.views.withLock { $0[key] = view }
    return view
  }

  private func noting<Value>(
    _ question: TreeTrace.Question, _ value: Value, _ answer: (Value) -> TreeTrace.Answer
  ) -> Value {
    trace?.note(question, answer(value))
    return value
  }
}

/// What the listings of a tree share.
private final class Contents: Sendable {
  let paths: [String]
  let views = Mutex<[ObjectIdentifier: any Sendable]>([:])
  private let index = Mutex<Index?>(nil)

  init(_ paths: [String]) {
    self.paths = paths
  }

  func files(in folder: String) -> [String] {
    indexed { $0.folders[folder]?.files.map { paths[$0] } ?? [] }
  }

  func files(below folder: String) -> [String] {
    if folder.isEmpty { return paths }
    let found = indexed { index in
      ([folder] + index.folders(below: folder)).flatMap { index.folders[$0]?.files ?? [] }
    }
    return found.sorted().map { paths[$0] }
  }

  func indexed<Value>(_ body: (Index) -> Value) -> Value {
    index.withLock { index in
      let current = index ?? makeIndex()
      index = current
      return body(current)
    }
  }

  private func makeIndex() -> Index {
    var folders: [String: Folder] = ["": Folder()]
    for (index, path) in paths.enumerated() {
      var folder = TreePath.folder(of: path)
      var isNew = folders[folder] == nil
      folders[folder, default: Folder()].files.append(index)
      while isNew {
        let parent = TreePath.folder(of: folder)
        isNew = folders[parent] == nil
        folders[parent, default: Folder()].folders.append(folder)
        folder = parent
      }
    }
    return Index(files: Set(paths), folders: folders)
  }
}

private struct Folder {
  /// The places in `paths` of the files directly in the folder.
  var files: [Int] = []
  /// The paths of the folders directly in the folder.
  var folders: [String] = []
}

private struct Index {
  var files: Set<String>
  var folders: [String: Folder]

  func folders(below folder: String) -> [String] {
    var found = folders[folder]?.folders ?? []
    var next = 0
    while next < found.count {
      found += folders[found[next]]?.folders ?? []
      next += 1
    }
    return found
  }
}
