import Configuration
import Ecosystem
import Forges
import Synchronization
import Text
import Time
import Updates

/// The forge and the repository whose configuration extends a preset.
struct PresetHost: Sendable {
  let forge: any Forge
  let repository: RepositoryName
}

/// Reads presets from repositories of the same forge, and keeps them for a minute.
final class PresetCache: Sendable {
  private static let lifetime = Duration.seconds(60)
  /// The size limit in bytes, as for configurations.
  private static let sizeLimit = 4 << 20

  private struct Key: Hashable {
    var forge: String
    var preset: String
  }

  private struct Entry {
    var text: SourceText
    var repository: Repository
    var since: Timestamp
  }

  private let known = Mutex<[Key: Entry]>([:])

  /// Reads a file on the default branch of a repository.
  ///
  /// A private repository's file is only read for private repositories of the same owner: a public one
  /// would show parts of it.
  ///
  /// - Throws: `PresetFailure` if there is no such file that may be read, and `ForgeError` if the
  ///   forge doesn't respond.
  func read(_ preset: PresetReference, on host: PresetHost?) async throws -> SourceText {
    guard case .file(let text, let path) = preset, let name = RepositoryName(text) else {
      throw PresetFailure("'\(preset)' is not OWNER/REPO//path")
    }
    guard let host else {
      throw PresetFailure("the forge of this working tree is unknown; name it with --config FILE")
    }
    let key = Key(forge: host.forge.name, preset: "\(preset)")
    let now = Timestamp.now()
    if let entry = known.withLock({ $0[key] }), now - entry.since < Self.lifetime {
      try await Self.check(entry.repository, for: host)
      return entry.text
    }
    let repository = try await Self.repository(name, on: host.forge)
    try await Self.check(repository, for: host)
    let content = try await Self.content(of: path, in: repository, on: host.forge)
    let source = SourceText(file: "\(preset)", bytes: content)
    known.withLock { $0[key] = Entry(text: source, repository: repository, since: now) }
    return source
  }

  private static func check(_ repository: Repository, for host: PresetHost) async throws {
    guard repository.isPrivate else { return }
    guard repository.name.owner.lowercased() == host.repository.owner.lowercased() else {
      throw PresetFailure("\(repository.name) is private and belongs to another owner")
    }
    guard try await host.forge.repository(host.repository).isPrivate else {
      throw PresetFailure(
        "\(repository.name) is private, and \(host.repository) is public; move the file to a public "
          + "repository, or to 'presets' of the operator's file")
    }
  }

  private static func repository(
    _ name: RepositoryName, on forge: any Forge
  ) async throws -> Repository {
    do throws(ForgeError) {
      return try await forge.repository(name)
    } catch {
      guard error.code == .notFound else { throw error }
      throw PresetFailure("\(name) does not exist, or is hidden from the credential")
    }
  }

  private static func content(
    of path: String, in repository: Repository, on forge: any Forge
  ) async throws -> [UInt8] {
    let branch = repository.defaultBranch
    guard let head = try await forge.head(of: branch, in: repository.name) else {
      throw PresetFailure("\(repository.name) has no branch '\(branch)'")
    }
    let tree = try await forge.tree(at: head, in: repository.name)
    guard let entry = tree.first(where: { $0.path == path }), entry.mode != .submodule,
      entry.mode != .link
    else {
      throw PresetFailure("\(repository.name) has no file \(path) on its branch '\(branch)'")
    }
    do throws(ForgeError) {
      return try await forge.blob(entry.sha, limit: sizeLimit, in: repository.name)
    } catch {
      guard case .tooLarge(let limit) = error.code else { throw error }
      throw PresetFailure("it is larger than \(limit) bytes")
    }
  }
}

/// Why a preset can't be used, as opposed to a forge that doesn't respond.
struct PresetFailure: Error {
  var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
