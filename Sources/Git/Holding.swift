import CGit2
import Glibc

extension Repository {
  /// What is here of the files that are wanted of a commit.
  enum Holding: Sendable {
    /// Not even the commit and its folders.
    case nothing
    /// These contents are not here.
    case lacks([String])
    /// The bytes of the wanted files, by path.
    case all([String: [UInt8]])
  }

  /// Looks for the wanted regular files of a commit; the repository is opened once.
  func holding(
    of commit: String, _ select: Client.PathFilter, limit: Int
  ) throws(GitError) -> Holding {
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

  /// The repository in a folder of this machine, bare or below a working copy.
  static func inPlace(_ folder: String) -> Repository? {
    [folder, "\(folder)/.git"].first { access("\($0)/HEAD", F_OK) == 0 }
      .map(Repository.init(path:))
  }
}
