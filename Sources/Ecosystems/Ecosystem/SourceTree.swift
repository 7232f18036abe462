package import Text

/// The files of a working copy, or of a commit at a forge, to be read and never run.
package struct SourceTree: Sendable {
  /// The name of the directory or repository, which SwiftPM and npm use as an identity.
  package var name: String {
    get { noting(.name, known.name) { .text($0) } }
    set { known.name = newValue }
  }
  /// Paths of all files from the root, sorted, with forward slashes; version control's own,
  /// `node_modules`, `.build` and the like are left out.
  package var paths: [String] {
    get { listing.paths }
    set {
      // A trace has the paths before, on which everything about the new ones depends.
      _ = listing.paths
      listing = TreeListing(newValue)
    }
  }
  /// The files and folders of `paths`, for queries of single paths.
  package private(set) var listing: TreeListing
  /// The symbolic links among `paths`: reading follows them, and they are never written.
  package var links: Set<String> {
    get { noting(.links, known.links) { .list($0.sorted()) } }
    set { known.links = newValue }
  }
  /// The commits of submodules by their paths, which aren't among `paths`.
  package var submodules: [String: String] {
    get { noting(.submodules, known.submodules) { .map($0) } }
    set { known.submodules = newValue }
  }
  /// The address of the repository for git, against which relative ones are resolved; nil if unknown.
  package var address: String? {
    get { noting(.address, known.address) { .text($0) } }
    set { known.address = newValue }
  }
  /// The address of the host that serves the repository: `https://git.acme.dev`; nil if unknown.
  package var host: String? {
    get { noting(.host, known.host) { .text($0) } }
    set { known.host = newValue }
  }
  /// The address of the forge of the repository without a final slash, for files that name its
  /// repositories by their paths; nil if unknown.
  package var forge: String? {
    get { noting(.forge, known.forge) { .text($0) } }
    set { known.forge = newValue }
  }
  /// Names the content of one of `paths` without reading it: files with the same name have the same
  /// bytes; nil if it has no name.
  package var contentName: @Sendable (_ path: String) -> String? = { _ in nil }
  /// Reads one of `paths`, bounded in size; refuses what holds merge conflict marks.
  package var read: @Sendable (_ path: String) async throws(Problem) -> SourceText {
    didSet { overlay = nil }
  }

  /// Announces paths that are about to be read, so that they are fetched together.
  package var prefetch: @Sendable (_ paths: [String]) async -> Void {
    didSet { overlay = nil }
  }
  /// The changes that `read` applies; nil without changes, and if the reader was replaced since.
  private var overlay: Overlay?
  private var known: Known
  /// Records the questions to the tree; nil if they are not recorded.
  private var trace: TreeTrace?

  /// The name of the repository and other facts besides the files.
  private struct Known: Sendable {
    var name: String
    var links: Set<String> = []
    var submodules: [String: String] = [:]
    var address: String?
    var host: String?
    var forge: String?
  }

  /// Creates a tree from a listing and a reader; without `prefetch` files are fetched one by one.
  package init(
    name: String, paths: [String],
    prefetch: @escaping @Sendable (_ paths: [String]) async -> Void = { _ in },
    read: @escaping @Sendable (_ path: String) async throws(Problem) -> SourceText
  ) {
    known = Known(name: name)
    listing = TreeListing(paths)
    self.prefetch = prefetch
    self.read = { path throws(Problem) in
      let text = try await read(path)
      guard let location = text.mergeConflict else { return text }
      throw Problem(mergeConflictAt: location)
    }
  }

  /// Creates a tree from texts in memory, for tests.
  package init(name: String, files: [String: String]) {
    self.init(name: name, paths: files.keys.sorted()) { path throws(Problem) in
      guard let text = files[path] else { throw Problem(.failed, "no such file", subject: path) }
      return SourceText(file: path, text)
    }
  }
}

extension SourceTree {
  /// Returns this tree with a trace of what it is asked.
  package func traced(by trace: TreeTrace) -> SourceTree {
    var result = self
    result.trace = trace
    result.listing = TreeListing(listing, trace)
    let (read, contentName) = (self.read, self.contentName)
    result.read = { path throws(Problem) in
      do throws(Problem) {
        let text = try await read(path)
        trace.note(content: contentName(path), of: path)
        return text
      } catch {
        // Another time it may be readable.
        trace.makeIncomplete()
        throw error
      }
    }
    return result
  }

  private func noting<Value>(
    _ question: TreeTrace.Question, _ value: Value, _ answer: (Value) -> TreeTrace.Answer
  ) -> Value {
    trace?.note(question, answer(value))
    return value
  }

  /// Returns this tree with some files changed, as if they had been written.
  ///
  /// - Parameter texts: the new contents by path; nil removes the file.
  /// - Returns: a tree with the same name, links and prefetching.
  package func overlaying(_ texts: [String: SourceText?]) -> SourceTree {
    if texts.isEmpty { return self }
    let gone = texts.filter { $0.value == nil }.keys
    var result = self
    // A new listing for each project of a large tree would take quadratic time.
    if !gone.isEmpty || !texts.keys.allSatisfy(listing.contains) {
      result.paths = Set(paths).union(texts.keys).subtracting(gone).sorted()
    }
    let below = overlay ?? Overlay(changes: [:], read: read, prefetch: prefetch)
    let overlay = below.changed(by: texts)
    result.read = { path throws(Problem) in try await overlay.text(path) }
    result.prefetch = { paths in
      await overlay.prefetch(paths.filter { overlay.changes[$0] == nil })
    }
    result.overlay = overlay
    result.contentName = { [contentName] path in
      overlay.changes[path] == nil ? contentName(path) : nil
    }
    return result
  }
}

/// The changed files of a tree, in one dictionary even after thousands of changes.
private struct Overlay: Sendable {
  /// The contents by path; nil for a removed file.
  var changes: [String: SourceText?]
  /// The reader of the tree without changes.
  let read: @Sendable (_ path: String) async throws(Problem) -> SourceText
  let prefetch: @Sendable (_ paths: [String]) async -> Void

  func changed(by texts: [String: SourceText?]) -> Overlay {
    var result = self
    result.changes.merge(texts) { _, new in new }
    return result
  }

  func text(_ path: String) async throws(Problem) -> SourceText {
    guard let changed = changes[path] else { return try await read(path) }
    guard let text = changed else {
      throw Problem(.failed, "was removed by an earlier change", subject: path)
    }
    return text
  }
}

extension Problem {
  /// Refuses a file with both sides of an unfinished merge.
  package init(mergeConflictAt location: Location) {
    self.init(
      .refused, "holds merge conflict marks", subject: location.file, at: location,
      advice: "keep one side, remove the lines of <<<<<<<, ======= and >>>>>>>, and try again")
  }
}
