import CGit2
import Glibc

extension Repository {
  /// The files of a commit that the local repository has.
  enum Availability: Sendable {
    /// The commit or some of its trees are missing.
    case nothing
    /// The names of the missing blobs.
    case lacks([String])
    /// The bytes of the selected files, by path.
    case all([String: [UInt8]])
  }

  /// Looks up the selected regular files of a commit; the repository is opened once.
  func availability(
    of commit: String, _ select: Client.PathFilter, limit: Int
  ) throws(GitError) -> Availability {
    let store = try open()
    let wanted: [File]
    do throws(GitError) {
      let tree = try tree(commit, in: store.pointer)
      wanted = try files(of: tree.pointer).filter { $0.isContent && select($0.path) }
    } catch {
      guard error.code == .notFound else { throw error }
      return .nothing
    }
    var files: [String: [UInt8]] = [:]
    var missing: Set<String> = []
    for file in wanted {
      do throws(GitError) {
        files[file.path] = try blob(file.sha, limit: limit, in: store.pointer)
      } catch {
        guard error.code == .notFound else { throw error }
        missing.insert(file.sha)
      }
    }
    return missing.isEmpty ? .all(files) : .lacks(missing.sorted())
  }

  /// Returns the repository in a local folder, bare or below a working copy, or nil.
  static func inPlace(_ folder: String) -> Repository? {
    [folder, "\(folder)/.git"].first { access("\($0)/HEAD", F_OK) == 0 }
      .map(Repository.init(path:))
  }
}
