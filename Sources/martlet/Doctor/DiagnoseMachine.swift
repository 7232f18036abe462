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
