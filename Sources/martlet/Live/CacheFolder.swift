import Configuration
import Glibc

extension Live {
  /// Where git's caches go: as configured, else where the user keeps caches, else, where there is no
  /// home that can be written, a folder for temporary files that is the user's alone.
  ///
  /// Caches of an older version are made unreadable to other users.
  static func cacheFolder(_ settings: OperatorFile) -> String {
    let folder = chosenFolder(settings)
    for folder in [folder + "/git", folder + "/manifests"] { FileModes.tighten(folder) }
    if settings.cache == nil { FileModes.tighten(folder) }
    return folder
  }

  /// The same folder, left as it is.
  static func chosenFolder(_ settings: OperatorFile) -> String {
    if let folder = settings.cache { return folder }
    let usual = usersCaches().map { $0 + "/martlet" }
    if let usual, canBeMade(usual) { return usual }
    let temporary = "\(environment("TMPDIR") ?? "/tmp")/martlet-\(geteuid())"
    return isOwn(temporary) ? temporary : usual ?? temporary
  }

  /// As the XDG Base Directory Specification has it.
  private static func usersCaches() -> String? {
    if let folder = environment("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder }
    return environment("HOME").map { $0 + "/.cache" }
  }

  /// Whether a folder is there, or can be made below the nearest that is, and be written.
  private static func canBeMade(_ folder: String) -> Bool {
    var nearest = folder
    while access(nearest, F_OK) != 0, let end = nearest.lastIndex(of: "/") {
      nearest = end == nearest.startIndex ? "/" : String(nearest[..<end])
    }
    var status = stat()
    return stat(nearest, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && access(nearest, W_OK | X_OK) == 0
  }

  /// Makes a folder for this user alone; one that somebody else made could hold anything.
  private static func isOwn(_ folder: String) -> Bool {
    var status = stat()
    return (mkdir(folder, 0o700) == 0 || errno == EEXIST) && lstat(folder, &status) == 0
      && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
      && status.st_mode & 0o077 == 0
  }
}
