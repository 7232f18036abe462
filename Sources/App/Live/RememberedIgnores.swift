import Configuration
import Ecosystem
import Forges
import FoundationEssentials
import Logging
import Store
import Updates

extension Live {
  /// Loads the ignore rules of comments in the repository from which a working tree was cloned.
  func ignores(of tree: WorkingTree) async -> [Ignore] {
    guard let origin = RepositoryID(originOf: tree.root, among: settings.forges) else { return [] }
    return await rememberedIgnores().filter { $0.repository.isSame(as: origin) }
  }

  /// Provides the ignore rules of comments to a pass without a state.
  func rememberIgnores() async throws(Problem) {
    do {
      for ignore in await rememberedIgnores() { try await world.store.save(ignore) }
    } catch {
      throw Problem(.failed, "the state cannot be created: \(error)")
    }
  }

  /// Returns the ignore rules of comments from the configured state.
  ///
  /// Only an existing state is read, because the command must leave no trace. If it cannot be read,
  /// a warning is logged.
  private func rememberedIgnores() async -> [Ignore] {
    guard !settings.forges.isEmpty, isStateThere else { return [] }
    do {
      let store = try await Self.open(settings, .configured)
      let ignores = try await store.ignores()
      await store.close()
      return ignores
    } catch {
      let reason = (error as? Problem)?.fullMessage ?? "\(error)"
      world.log.warning("the ignore rules of comments are unknown", ["reason": reason])
      return []
    }
  }

  private var isStateThere: Bool {
    guard case .sqlite(let path) = settings.state else { return true }
    return FileManager.default.fileExists(atPath: path)
  }
}
