import FoundationEssentials
import Libc

/// The bare repositories that cache remotes, in one folder.
///
///     FOLDER/<name of the address>.git
///     FOLDER/<partition>/<name of the address>.git
///
/// A partition is never read for another one. Several processes can share the folder.
struct Caches: Sendable {
  let folder: String
  let bounds: CacheBounds

  /// Returns the cache of a remote, creates it if necessary, and marks it as used.
  ///
  /// - Parameters:
  ///   - remote: the remote.
  ///   - partition: a name without a slash; empty for the folder itself.
  /// - Returns: a repository that no process removes within `CacheBounds.grace`.
  /// - Throws: `GitError` if the folder cannot be written.
  func cache(of remote: Remote, in partition: String) throws(GitError) -> Repository {
    let key = try Repository.blobName(of: Array(remote.address.utf8))
    let directory = partition.isEmpty ? folder : "\(folder)/\(partition)"
    // A process that removes a cache locks it; then a new cache must be created.
    for _ in 1...3 {
      guard let made = try? Repository.createdOnce(at: "\(directory)/\(key).git") else {
        // Something else is at this path, such as a repository without HEAD.
        removeDamaged("\(directory)/\(key).git")
        continue
      }
      if let use = Use.of(made.path, exclusive: false), use.renewed() { return made }
    }
    throw GitError(
      .other, subject: "\(directory)/\(key).git", detail: "the cache cannot be created")
  }

  /// Removes an unreadable cache, even if it is in use; its contents are fetched again.
  func removeDamaged(_ path: String) {
    let aside = "\(path).gone.\(getpid())"
    remove(rename(path, aside) == 0 ? aside : path)
  }

  /// Removes caches beyond the limits, at most once a day across all processes.
  func pruneDaily() {
    let mark = "\(folder)/pruned"
    var status = stat()
    if stat(mark, &status) == 0, time(nil) - status.st_mtim.tv_sec < 86_400 { return }
    guard FileManager.default.createFile(atPath: mark, contents: nil) else { return }
    utimes(mark, nil)
    prune()
  }

  /// Removes caches beyond the limits, and incomplete caches of killed processes.
  func prune() {
    let now = time(nil)
    let all = directories().flatMap { directory in
      names(in: directory).filter { $0.contains(".git") }.map { "\(directory)/\($0)" }
    }
    for remains in all where !remains.hasSuffix(".git") && idle(remains, now) > bounds.grace {
      remove(remains)
    }
    let kept = all.filter { $0.hasSuffix(".git") }.map { path in
      CacheBounds.Kept(path: path, size: size(of: path), idle: idle("\(path)/HEAD", now))
    }
    for cache in bounds.superfluous(kept) { discard(cache.path) }
    for cache in kept { removePartialPacks(in: "\(cache.path)/objects/pack", now) }
  }

  /// Removes the packs that libgit2 was writing when a process was killed.
  private func removePartialPacks(in folder: String, _ now: Int) {
    for name in names(in: folder)
    where name.hasPrefix("pack_git2_") && idle("\(folder)/\(name)", now) > bounds.grace {
      unlink("\(folder)/\(name)")
    }
  }

  /// Renames a cache and removes it, unless it has been used meanwhile.
  private func discard(_ path: String) {
    guard let use = Use.of(path, exclusive: true), use.idle > bounds.grace else { return }
    let aside = "\(path).gone.\(getpid())"
    if rename(path, aside) == 0 { remove(aside) }
  }

  private func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The folder and its partitions.
  private func directories() -> [String] {
    let partitions = names(in: folder).filter { !$0.contains(".git") }.map { "\(folder)/\($0)" }
    return [folder] + partitions
  }

  private func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  private func idle(_ path: String, _ now: Int) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? now - status.st_mtim.tv_sec : 0
  }

  private func size(of path: String) -> Int {
    let below = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return below.reduce(0) { sum, name in
      var status = stat()
      return lstat("\(path)/\(name)", &status) == 0 ? sum + Int(status.st_size) : sum
    }
  }
}

/// A lock on a cache, held on its HEAD file.
///
/// The file's modification time is the time of the last use.
private struct Use: ~Copyable {
  private let file: Int32
  private let path: String

  private init(file: Int32, path: String) {
    self.file = file
    self.path = path
  }

  /// Locks a cache and waits for a removal in progress; nil if there is no cache, or if an
  /// exclusive lock is not available immediately.
  static func of(_ path: String, exclusive: Bool) -> Use? {
    let file = open("\(path)/HEAD", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    let use = Use(file: file, path: path)
    guard flock(file, exclusive ? LOCK_EX | LOCK_NB : LOCK_SH) == 0 else { return nil }
    return use
  }

  deinit { close(file) }

  /// Seconds since the last use.
  var idle: Int {
    var status = stat()
    return fstat(file, &status) == 0 ? time(nil) - status.st_mtim.tv_sec : 0
  }

  /// Marks the cache as used now; false if it has been removed or replaced.
  func renewed() -> Bool {
    var (held, there) = (stat(), stat())
    guard fstat(file, &held) == 0, stat("\(path)/HEAD", &there) == 0,
      held.st_ino == there.st_ino
    else { return false }
    futimens(file, nil)
    return true
  }
}
