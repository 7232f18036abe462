import FoundationEssentials
import Glibc

/// The bare repositories that keep what was fetched, below one folder.
///
///     FOLDER/<name of the address>.git
///     FOLDER/<partition>/<name of the address>.git
///
/// What one partition holds is never read for another. Several processes share the folder.
struct Caches: Sendable {
  let folder: String
  let bounds: CacheBounds

  /// The cache of a remote, made where it is missing, and marked as used now.
  ///
  /// - Parameters:
  ///   - remote: where it is fetched from.
  ///   - partition: a name without a slash; empty: the folder itself.
  /// - Returns: a repository that no process removes within `CacheBounds.grace`.
  /// - Throws: `GitError` where the folder cannot be written.
  func cache(of remote: Remote, in partition: String) throws(GitError) -> Repository {
    let key = try Repository.blobName(of: Array(remote.address.utf8))
    let place = partition.isEmpty ? folder : "\(folder)/\(partition)"
    // Whoever removes a cache holds its lock: afterwards another one has to be made.
    for _ in 1...3 {
      guard let made = try? Repository.createdOnce(at: "\(place)/\(key).git") else {
        // Something else is in its place, such as a repository without HEAD.
        removeDamaged("\(place)/\(key).git")
        continue
      }
      if let use = Use.of(made.path, exclusive: false), use.renewed() { return made }
    }
    throw GitError(.other, place: "\(place)/\(key).git", detail: "cannot be kept")
  }

  /// Removes a cache that cannot be read, whoever uses it: what it held is fetched again.
  func removeDamaged(_ path: String) {
    let aside = "\(path).gone.\(getpid())"
    remove(rename(path, aside) == 0 ? aside : path)
  }

  /// Removes what is beyond the bounds, at most once a day for all processes together.
  func pruneDaily() {
    let mark = "\(folder)/pruned"
    var status = stat()
    if stat(mark, &status) == 0, time(nil) - status.st_mtim.tv_sec < 86_400 { return }
    guard FileManager.default.createFile(atPath: mark, contents: nil) else { return }
    utimes(mark, nil)
    prune()
  }

  /// Removes what is beyond the bounds and what killed processes left half made.
  func prune() {
    let now = time(nil)
    let all = places().flatMap { place in
      names(in: place).filter { $0.contains(".git") }.map { "\(place)/\($0)" }
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

  /// Renames a cache out of the way and removes it, unless it was used meanwhile.
  private func discard(_ path: String) {
    guard let use = Use.of(path, exclusive: true), use.idle > bounds.grace else { return }
    let aside = "\(path).gone.\(getpid())"
    if rename(path, aside) == 0 { remove(aside) }
  }

  private func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The folder and its partitions.
  private func places() -> [String] {
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

/// A hold on a cache by the lock of its HEAD, whose time is that of the last use.
private struct Use: ~Copyable {
  private let file: Int32
  private let path: String

  private init(file: Int32, path: String) {
    self.file = file
    self.path = path
  }

  /// Waits for a removal that is under way; nil where there is no cache, or where an exclusive hold
  /// cannot be had at once.
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

  /// Marks it as used now; false where it is in its place no more.
  func renewed() -> Bool {
    var (held, there) = (stat(), stat())
    guard fstat(file, &held) == 0, stat("\(path)/HEAD", &there) == 0,
      held.st_ino == there.st_ino
    else { return false }
    futimens(file, nil)
    return true
  }
}
