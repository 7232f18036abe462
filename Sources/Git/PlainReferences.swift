import FoundationEssentials
import Libc

/// The references of a repository, read from git's files `HEAD`, `packed-refs` and `refs/`.
///
/// Reading a few lines is much faster than opening the repository. If the files are not enough,
/// libgit2 reads the repository instead: for unpacked annotated tags, symbolic references,
/// reftables, and worktrees.
///
/// Source: gitrepository-layout(5).
struct PlainReferences: Sendable {
  /// `HEAD`, then the others by name, with peeled annotated tags.
  let list: [Reference]

  /// Reads the files of a bare repository; nil if they are not enough.
  init?(of folder: String) {
    let files = Files(folder: folder)
    guard access("\(folder)/objects", F_OK) == 0, access("\(folder)/commondir", F_OK) != 0,
      let configuration = files.text("config"), !configuration.lowercased().contains("[extensions"),
      let head = files.text("HEAD"), var loose = files.loose(below: "refs")
    else { return nil }
    // Read `packed-refs` last: a reference that is packed meanwhile is found in at least one place.
    let packed = PackedReferences(files.text("packed-refs") ?? "# pack-refs with: fully-peeled")
    guard let told = packed.references else { return nil }
    for (name, target) in loose where name.hasPrefix("refs/tags/") {
      guard let commit = packed.commit(of: name, at: target) else { return nil }
      loose[name] = commit
    }
    let commits = told.merging(loose) { _, loose in loose }
    let names = commits.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let objects = packed.tagObjects
    let references = names.map {
      Reference(name: $0, commit: commits[$0] ?? "", tagObject: objects[$0])
    }
    guard head.hasPrefix("ref: refs/heads/") else { return nil }
    let branch = String(head.dropFirst("ref: ".count))
    list = (commits[branch].map { [Reference(name: "HEAD", commit: $0)] } ?? []) + references
  }
}

/// Reads the files of a repository's folder.
private struct Files {
  let folder: String

  /// Returns a file's text without its final newline; nil if the file cannot be read.
  func text(_ name: String) -> String? {
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return nil }
    return String(decoding: data.last == UInt8(ascii: "\n") ? data.dropLast() : data, as: UTF8.self)
  }

  /// Returns the references below a folder with their object names; nil if a file has no object
  /// name.
  func loose(below name: String) -> [String: String]? {
    guard let stream = opendir("\(folder)/\(name)") else { return nil }
    defer { closedir(stream) }
    var result: [String: String] = [:]
    while let entry = readdir(stream) {
      let last = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if last == "." || last == ".." { continue }
      let path = "\(name)/\(last)"
      switch Int(entry.pointee.d_type) {
      case Int(DT_DIR):
        guard let inner = loose(below: path) else { return nil }
        result.merge(inner) { first, _ in first }
      case Int(DT_REG):
        guard let object = text(path), object.isObjectName else { return nil }
        result[path] = object
      default: return nil
      }
    }
    return result
  }
}

extension String {
  /// Whether this is a SHA-1 in git's format.
  fileprivate var isObjectName: Bool {
    utf8.count == 40
      && utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
  }
}
