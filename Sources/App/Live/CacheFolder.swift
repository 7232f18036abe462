import Configuration
import Crypto
import FoundationEssentials
import Libc

extension Live {
  /// The folder for git's caches: the configured one, or the user's cache folder, or a private
  /// temporary folder if no home is writable.
  ///
  /// Caches of an older version are made unreadable to other users.
  static func cacheFolder(_ settings: OperatorFile) -> String {
    let folder = chosenFolder(settings)
    for folder in [folder + "/git", folder + "/manifests"] { FileModes.tighten(folder) }
    if settings.cache == nil { FileModes.tighten(folder) }
    return folder
  }

  /// The same folder as an absolute path; it is created if possible.
  static func madeCacheFolder(_ settings: OperatorFile) -> String {
    let folder = absolutePath(cacheFolder(settings))
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  /// The folder in which the workers for the repositories of an owner keep their caches; it is created
  /// if possible.
  ///
  /// - Parameters:
  ///   - owner: `RepositoryID.ownerKey`.
  ///   - cache: the folder for caches.
  /// - Returns: its path.
  static func ownersCacheFolder(of owner: String, in cache: String) -> String {
    let folder = "\(cache)/owners/\(Digest(.sha256, of: owner).hexadecimal.prefix(32))"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  /// The same folder, without changing modes.
  static func chosenFolder(_ settings: OperatorFile) -> String {
    if let folder = settings.cache { return folder }
    let usual = usersCaches().map { $0 + "/martlet" }
    if let usual, canBeMade(usual) { return usual }
    let temporary = "\(environment("TMPDIR") ?? "/tmp")/martlet-\(geteuid())"
    return isOwn(temporary) ? temporary : usual ?? temporary
  }

  /// The folder of the XDG Base Directory Specification.
  private static func usersCaches() -> String? {
    if let folder = environment("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder }
    return environment("HOME").map { $0 + "/.cache" }
  }

  /// Returns whether a folder is writable, or can be created in its nearest existing parent.
  private static func canBeMade(_ folder: String) -> Bool {
    var nearest = folder
    while access(nearest, F_OK) != 0, let end = nearest.lastIndex(of: "/") {
      nearest = end == nearest.startIndex ? "/" : String(nearest[..<end])
    }
    var status = stat()
    return stat(nearest, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && access(nearest, W_OK | X_OK) == 0
  }

  /// Creates a private folder; false for a folder of another user, which could contain anything.
  private static func isOwn(_ folder: String) -> Bool {
    var status = stat()
    return (mkdir(folder, 0o700) == 0 || errno == EEXIST) && lstat(folder, &status) == 0
      && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
      && status.st_mode & 0o077 == 0
  }
}

/// Returns a path below the root; a relative one starts in the current folder.
func absolutePath(_ path: String) -> String {
  path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
}
