import Configuration
import Ecosystem
import Forges
import FoundationEssentials
import Logging
import Store
import Updates

extension Live {
  /// What comments ignore in the repository that a working tree was cloned from.
  func ignores(of tree: WorkingTree) async -> [Ignore] {
    guard let origin = Origin(of: tree.root, among: settings.forges) else { return [] }
    return await rememberedIgnores().filter { ignore in
      ignore.forge == origin.forge
        && ignore.repository.lowercased() == origin.repository.description.lowercased()
    }
  }

  /// Lets a pass that keeps no state know what comments ignore.
  func rememberIgnores() async throws(Problem) {
    do {
      for ignore in await rememberedIgnores() { try await world.store.save(ignore) }
    } catch {
      throw Problem(.failed, "the state cannot be kept: \(error)")
    }
  }

  /// What comments on pull requests ignore, as the configured state says.
  ///
  /// Only a state that exists is looked at, since asking leaves no trace; one that cannot be read
  /// is said and passed over.
  private func rememberedIgnores() async -> [Ignore] {
    guard !settings.forges.isEmpty, isStateThere else { return [] }
    do {
      let store = try await Self.open(settings, .configured)
      let ignores = try await store.ignores()
      await store.close()
      return ignores
    } catch {
      let reason = (error as? Problem)?.words ?? "\(error)"
      world.log.warning("what comments ignore is not known", ["reason": reason])
      return []
    }
  }

  private var isStateThere: Bool {
    guard case .sqlite(let path) = settings.state else { return true }
    return FileManager.default.fileExists(atPath: path)
  }
}
