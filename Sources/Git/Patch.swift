import CGit2

/// Returns the difference of two versions of a file in git's unified format.
///
/// - Parameters:
///   - path: the file's path from the root.
///   - before: the old bytes; nil if the file is new.
///   - after: the new bytes; nil if the file is deleted.
/// - Returns: the output of `git diff` with three lines of context; empty if the bytes are the
///   same.
/// - Throws: `GitError` if memory is exhausted.
package func patch(
  of path: String, from before: [UInt8]?, to after: [UInt8]?
) throws(GitError) -> String {
  guard before != after else { return "" }
  let patch = try Handle(subject: path, freedBy: git_patch_free) { made in
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
  try Library.check(git_patch_to_buf(&text, patch.pointer), subject: path)
  let bytes = UnsafeRawBufferPointer(start: text.ptr, count: text.size)
  return String(decoding: bytes, as: UTF8.self)
}
