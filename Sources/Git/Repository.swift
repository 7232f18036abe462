import CGit2
import FoundationEssentials
import Libc

/// A bare repository on this machine.
///
/// Calls block on disk access. Each call opens the repository again, so the value can be used on
/// any thread. When a call returns, its changes are on the disk.
package struct Repository: Hashable, Sendable {
  /// The absolute path of the folder.
  package var path: String

  /// Creates a value without accessing the repository.
  package init(path: String) {
    self.path = path
  }

  /// Creates an empty bare repository whose HEAD names `branch`; an existing repository is kept.
  package static func create(
    at path: String, branch: String = "main"
  ) throws(GitError) -> Repository {
    Library.start()
    var options = martlet_git_init_options()
    options.flags = GIT_REPOSITORY_INIT_BARE.rawValue | GIT_REPOSITORY_INIT_MKPATH.rawValue
    _ = try Handle(subject: path, freedBy: git_repository_free) { made in
      branch.withCString { name in
        options.initial_head = name
        return git_repository_init_ext(made, path, &options)
      }
    }.pointer
    return Repository(path: path)
  }

  /// Creates the repository beside `path` and renames it, so that no process sees it incomplete.
  static func createdOnce(at path: String) throws(GitError) -> Repository {
    guard access("\(path)/HEAD", F_OK) != 0 else { return Repository(path: path) }
    let aside = "\(path).\(getpid()).\(UInt64.random(in: .min ... .max))"
    _ = try create(at: aside)
    if rename(aside, path) != 0 {
      try? FileManager.default.removeItem(atPath: aside)
      guard access("\(path)/HEAD", F_OK) == 0 else {
        throw GitError(.other, subject: path, detail: "cannot be created")
      }
    }
    return Repository(path: path)
  }

  /// Opens the repository for one call.
  func open() throws(GitError) -> Handle {
    try Handle(subject: path, freedBy: git_repository_free) { git_repository_open_bare($0, path) }
  }
}
