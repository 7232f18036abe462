import Ecosystem
import Git
import Synchronization
import Text

/// The files of a git repository at one commit, listed once and read on demand.
struct GitTree: Sendable {
  let git: Git.Client
  let url: String
  let reference: Reference

  /// Lists the paths that satisfy a condition.
  func paths(where select: @escaping @Sendable (String) -> Bool) async throws(Problem) -> [String] {
    let found = Found()
    _ = try await files { path in
      if select(path) { found.paths.withLock { $0.append(path) } }
      return false
    }
    return found.paths.withLock { Array(Set($0)).sorted() }
  }

  /// The paths that a filter has seen.
  private final class Found: Sendable {
    let paths = Mutex<[String]>([])
  }

  /// Reads the files that satisfy a condition.
  func files(
    _ select: @escaping @Sendable (String) -> Bool
  ) async throws(Problem) -> [String: [UInt8]] {
    do throws(GitError) {
      return try await git.files(url, reference, select)
    } catch {
      throw Problem(failedRequest: error)
    }
  }

  /// Returns the files as a tree that reads one file at a time.
  func source() async throws(Problem) -> SourceTree {
    let paths = try await paths { _ in true }
    return SourceTree(name: url, paths: paths) { path throws(Problem) in
      guard let bytes = try await files({ $0 == path })[path] else {
        throw Problem(.failed, "is not in the repository", subject: path)
      }
      return SourceText(file: path, bytes: bytes)
    }
  }
}

extension Git.Client {
  /// Fetches the references of a repository of pods.
  func podReferences(_ url: String) async throws(Problem) -> [Reference] {
    do throws(GitError) {
      return try await references(url)
    } catch {
      throw Problem(failedRequest: error)
    }
  }
}

/// A git repository of specs: `Name/Version/Name.podspec`, perhaps below `Specs`.
struct SpecFolder: Sendable {
  let git: Git.Client
  let url: String

  /// Lists the podspecs of the default branch.
  func specs() async throws(Problem) -> [String: [PodVersion: String]] {
    let paths = try await tree().paths { $0.hasSuffix(".podspec") || $0.hasSuffix(".podspec.json") }
    let isBelow = paths.contains { $0.hasPrefix("Specs/") }
    var result: [String: [PodVersion: String]] = [:]
    for path in paths where path.hasPrefix("Specs/") == isBelow {
      let parts = path.slashParts()
      guard parts.count >= 3, !parts.contains(where: { $0.hasPrefix(".") }) else { continue }
      let pod = String(parts[parts.count - 3])
      let file = String(parts[parts.count - 1])
      guard file == "\(pod).podspec" || file == "\(pod).podspec.json" else { continue }
      let name = String(parts[parts.count - 2])
      guard let version = PodVersion(name) else {
        throw Problem(.failed, "has a malformed version", subject: "\(url): \(path)")
      }
      // The JSON comes first if a version has both.
      if result[pod]?[version]?.hasSuffix(".json") == true { continue }
      result[pod, default: [:]][version] = path
    }
    return result
  }

  /// Reads a podspec.
  func bytes(_ path: String) async throws(Problem) -> [UInt8] {
    guard let bytes = try await tree().files({ $0 == path })[path] else {
      throw Problem(.failed, "is not in \(url)", subject: path)
    }
    return bytes
  }

  private func tree() async throws(Problem) -> GitTree {
    let references = try await git.podReferences(url)
    guard let head = references.first(where: { $0.name == "HEAD" }) else {
      throw Problem(.failed, "has no default branch", subject: url)
    }
    return GitTree(git: git, url: url, reference: head)
  }
}
