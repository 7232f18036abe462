import CGit2

/// Says in git's unified format how a file's bytes change; empty where they do not.
///
/// - Parameters:
///   - path: the file, from the root.
///   - before: nil where the file is new.
///   - after: nil where it goes away.
/// - Returns: the text that `git diff` prints, with three lines of context.
/// - Throws: `GitError` where the library has no memory left.
package func patch(
  of path: String, from before: [UInt8]?, to after: [UInt8]?
) throws(GitError) -> String {
  guard before != after else { return "" }
  let patch = try Handle(place: path, freedBy: git_patch_free) { made in
    (before ?? []).withUnsafeBytes { old in
      (after ?? []).withUnsafeBytes { new in
        git_patch_from_buffers(
          made, before == nil ? nil : old.baseAddress, old.count, path,
          after == nil ? nil : new.baseAddress, new.count, path, nil)
      }
    }
  }
  var text = git_buf()
  defer { git_buf_dispose(&text) }
  try Library.check(git_patch_to_buf(&text, patch.pointer), place: path)
  let bytes = UnsafeRawBufferPointer(start: text.ptr, count: text.size)
  return String(decoding: bytes, as: UTF8.self)
}
