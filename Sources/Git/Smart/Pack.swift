import CGit2

extension Repository {
  /// Stores the objects of a pack; libgit2 verifies each against its name.
  func write(pack bytes: [UInt8]) throws(GitError) {
    let store = try open()
    let objects = try Handle(subject: path, freedBy: git_odb_free) {
      git_repository_odb($0, store.pointer)
    }
    var writer: UnsafeMutablePointer<git_odb_writepack>?
    try Library.check(git_odb_write_pack(&writer, objects.pointer, nil, nil), subject: path)
    guard let writer else { throw GitError(.other, subject: path, detail: "no pack writer") }
    defer { writer.pointee.free(writer) }
    var progress = git_indexer_progress()
    let appended = bytes.withUnsafeBytes {
      writer.pointee.append(writer, $0.baseAddress, $0.count, &progress)
    }
    try Library.check(appended, subject: path)
    try Library.check(writer.pointee.commit(writer, &progress), subject: path)
  }
}
