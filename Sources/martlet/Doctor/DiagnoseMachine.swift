import Configuration
import Ecosystem
import FoundationEssentials
import Store
import Updates

/// Looks whether state and cache can be written on this machine.
struct MachineDoctor: Sendable {
  let live: Live

  /// Writes to the state what the next pass would: a repository that is none, taken back at once.
  func state(_ store: StateStore) async -> Diagnosis {
    do {
      let name = "doctor"
      try await store.begin(Intent(key: name, branch: "", startedAt: live.world.now()))
      try await store.forgetIntent(name)
      return .fine("state", "\(place) can be read and written")
    } catch {
      return .failed(
        "state", "\(place) cannot be written: \(error)",
        advice: "look at the folder's owner and at the room on the disk")
    }
  }

  /// The folder in which what can be fetched again is kept.
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
        "cache", "\(folder) cannot be written", advice: "set 'cache' to a folder that can be")
    }
  }

  private var place: String { live.settings.state.place }
}

/// A file or folder that other users could read when the doctor came.
struct Exposure: Sendable {
  private let subject: String
  private let path: String
  private let mode: String

  /// Nil if it is private, or does not exist.
  private init?(subject: String, path: String) {
    guard let mode = FileModes.exposure(path) else { return nil }
    self.subject = subject
    self.path = path
    self.mode = mode
  }

  /// Lists what other users may read of state and caches; to be called before anything is opened,
  /// which tightens it.
  static func all(_ settings: OperatorFile) -> [Exposure] {
    let folder = Live.chosenFolder(settings)
    var all = ["/git", "/manifests"].map { Exposure(subject: "cache", path: folder + $0) }
    if case .sqlite(let path) = settings.state {
      all += ["", "-wal", "-shm"].map { Exposure(subject: "state", path: path + $0) }
    }
    return all.compactMap(\.self)
  }

  /// Says whether it was tightened meanwhile.
  var diagnosis: Diagnosis {
    guard FileModes.exposure(path) != nil else {
      return .warning(
        subject, "\(path) could be read by other users (mode \(mode)); it is private now")
    }
    return .failed(
      subject, "\(path) can be read by other users (mode \(mode))",
      advice: "take it away from them: chmod go= \(path)")
  }
}
