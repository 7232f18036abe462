import Configuration
import Forges
import Synchronization
import Text

/// A file of another repository that extends the configuration of the visited one, as the parent
/// answers it.
enum PresetAnswer: Codable, Sendable {
  /// The file's name for messages, and its content.
  case text(file: String, [UInt8])
  /// Why there is no such file that may be read.
  case unusable(String)
  /// Why the forge doesn't say.
  case failure(ForgeError)
}

/// Asks the parent for presets of other repositories, which a worker can't read itself.
final class RemotePresets: Sendable {
  private struct State {
    var last = 0
    var waiting: [Int: CheckedContinuation<PresetAnswer, Never>] = [:]
  }

  private let state = Mutex(State())
  private let send: @Sendable (WorkerMessage) -> Void

  init(_ send: @escaping @Sendable (WorkerMessage) -> Void) {
    self.send = send
  }

  /// Reads a preset for the repository of the visit.
  func read(_ reference: PresetReference) async throws -> SourceText {
    guard case .file(let repository, let path) = reference else {
      throw PresetFailure("'\(reference)' is not OWNER/REPO//path")
    }
    let answer = await withCheckedContinuation { continuation in
      let number = state.withLock { state in
        state.last += 1
        state.waiting[state.last] = continuation
        return state.last
      }
      send(.wantsPreset(number, "\(repository)//\(path)"))
    }
    switch answer {
    case .text(let file, let bytes): return SourceText(file: file, bytes: bytes)
    case .unusable(let reason): throw PresetFailure(reason)
    case .failure(let error): throw error
    }
  }

  /// Handles an answer.
  func receive(_ number: Int, _ answer: PresetAnswer) {
    state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: answer)
  }
}

extension PresetCache {
  /// The names of files that are read for workers: of no other file they see the content.
  private static let endings = [".yml", ".yaml", ".json", ".json5", ".jsonc"]

  /// Reads a preset for a worker.
  func answer(_ text: String, on host: PresetHost) async -> PresetAnswer {
    guard let reference = PresetReference(text), case .file(_, let path) = reference else {
      return .unusable("'\(text)' is not OWNER/REPO//path")
    }
    guard Self.endings.contains(where: { path.lowercased().hasSuffix($0) }) else {
      return .unusable("its name ends in none of \(Self.endings.joined(separator: ", "))")
    }
    do {
      let source = try await read(reference, on: host)
      return .text(file: source.file, source.bytes)
    } catch let error as PresetFailure {
      return .unusable(error.reason)
    } catch let error as ForgeError {
      return .failure(error)
    } catch {
      return .unusable("\(error)")
    }
  }
}
