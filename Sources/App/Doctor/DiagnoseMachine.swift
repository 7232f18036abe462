import Configuration
import Ecosystem
import FoundationEssentials
import Store
import Time
import Updates

/// Checks whether state and cache are writable on this machine.
struct MachineDoctor: Sendable {
  let live: Live

  /// Checks that the state can be read and written.
  func state(_ store: StateStore) async -> Diagnosis {
    do {
      try await store.checkWritable()
      return .fine("state", "\(stateName) can be read and written")
    } catch {
      return .failed(
        "state", "\(stateName) cannot be written: \(error)",
        advice: "check the folder's owner and the free disk space")
    }
  }

  /// Checks the cache folder.
  func cache() -> Diagnosis {
    let folder = Live.cacheFolder(live.settings)
    let probe = folder + "/.doctor-\(UInt32.random(in: .min ... .max))"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: probe))
      try FileManager.default.removeItem(atPath: probe)
      return .fine("cache", "\(folder) can be written")
    } catch {
      return .failed(
        "cache", "\(folder) cannot be written", advice: "set 'cache' to a writable folder")
    }
  }

  private var stateName: String { live.settings.state.name }
}

/// A file or folder that other users could read when `doctor` started.
struct Exposure: Sendable {
  private let subject: String
  private let path: String
  private let mode: String

  /// Nil if it is private or does not exist.
  private init?(subject: String, path: String) {
    guard let mode = FileModes.exposure(path) else { return nil }
    self.subject = subject
    self.path = path
    self.mode = mode
  }

  /// Lists the files and folders of state and caches that other users can read.
  ///
  /// Call it before opening any of them, because that changes their modes.
  static func all(_ settings: OperatorFile) -> [Exposure] {
    let folder = Live.chosenFolder(settings)
    var all = ["/git", "/manifests"].map { Exposure(subject: "cache", path: folder + $0) }
    if case .sqlite(let path) = settings.state {
      all += ["", "-wal", "-shm"].map { Exposure(subject: "state", path: path + $0) }
    }
    return all.compactMap(\.self)
  }

  /// The result, which says whether the mode was changed meanwhile.
  var diagnosis: Diagnosis {
    guard FileModes.exposure(path) != nil else {
      return .warning(
        subject, "\(path) could be read by other users (mode \(mode)); it is private now")
    }
    return .failed(
      subject, "\(path) can be read by other users (mode \(mode))",
      advice: "make it private: chmod go= \(path)")
  }
}
