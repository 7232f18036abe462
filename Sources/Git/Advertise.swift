import CGit2
import FoundationEssentials

extension Repository {
  /// Lists HEAD and all references as a server would, with peeled annotated tags.
  ///
  /// It reads no object if `packed-refs` has the commit, and opens the repository only if the files
  /// alone are not enough.
  func advertised() throws(GitError) -> [Reference] {
    if let plain = PlainReferences(of: path) { return plain.list }
    return try listed()
  }

  /// Lists the references with libgit2, which supports every repository format.
  func listed() throws(GitError) -> [Reference] {
    let store = try open()
    let packed = PackedReferences(text(of: "\(path)/packed-refs"))
    var list: [Reference] = []
    let iterator = try Handle(subject: path, freedBy: git_reference_iterator_free) {
      git_reference_iterator_new($0, store.pointer)
    }
    while let reference = try next(iterator.pointer) {
      guard let name = git_reference_name(reference.pointer).map({ String(cString: $0) }) else {
        continue
      }
      if let commit = try commit(of: reference.pointer, name, packed, in: store.pointer) {
        let target = git_reference_target(reference.pointer).map { ObjectName($0.pointee).text }
        let isAnnotated = name.hasPrefix("refs/tags/") && target != commit
        list.append(
          Reference(name: name, commit: commit, tagObject: isAnnotated ? target : nil))
      }
    }
    list.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    guard let head = try target(of: "HEAD", in: store.pointer) else { return list }
    return [Reference(name: "HEAD", commit: head)] + list
  }

  private func next(_ iterator: OpaquePointer) throws(GitError) -> Handle? {
    var made: OpaquePointer?
    let result = git_reference_next(&made, iterator)
    if result == GIT_ITEROVER.rawValue { return nil }
    try Library.check(result, subject: path)
    return made.map { Handle(owning: $0, freedBy: git_reference_free) }
  }

  /// Returns the commit of a reference; nil if the reference is broken.
  private func commit(
    of reference: OpaquePointer, _ name: String, _ packed: PackedReferences,
    in store: OpaquePointer
  ) throws(GitError) -> String? {
    guard let target = git_reference_target(reference) else {
      return try self.target(of: name, in: store)
    }
    let text = ObjectName(target.pointee).text
    guard name.hasPrefix("refs/tags/") else { return text }
    if let known = packed.commit(of: name, at: text) { return known }
    do throws(GitError) {
      let object = try Handle(subject: path, freedBy: git_object_free) {
        git_reference_peel($0, reference, GIT_OBJECT_ANY)
      }
      return git_object_id(object.pointer).map { ObjectName($0.pointee).text }
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  private func target(of name: String, in store: OpaquePointer) throws(GitError) -> String? {
    var object = git_oid()
    let result = git_reference_name_to_id(&object, store, name)
    if result == GIT_ENOTFOUND.rawValue { return nil }
    try Library.check(result, subject: path)
    return ObjectName(object).text
  }

  private func text(of file: String) -> String {
    FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
