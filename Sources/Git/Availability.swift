import CGit2
import Libc

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
  ///
  /// - Throws: `GitError`, `.tooLarge` beyond the options' limits of a file, of all selected files
  ///   and of the list of files.
  func availability(
    of commit: String, _ select: @escaping Client.PathFilter, _ options: Options
  ) throws(GitError) -> Availability {
    let store = try open()
    let wanted: [File]
    do throws(GitError) {
      let tree = try tree(commit, in: store.pointer)
      wanted = try files(of: tree.pointer, limit: options.treeLimit) {
        $0.isContent && select($0.path)
      }
    } catch {
      guard error.code == .notFound else { throw error }
      return .nothing
    }
    var files: [String: [UInt8]] = [:]
    var missing: Set<String> = []
    var room = options.contentLimit
    for file in wanted {
      do throws(GitError) {
        let bytes = try blob(file.sha, limit: options.fileLimit, in: store.pointer)
        room -= bytes.count
        guard room >= 0 else {
          throw GitError(
            .tooLarge(limit: options.contentLimit), subject: path, detail: "the files to be read")
        }
        files[file.path] = bytes
      } catch {
        guard error.code == .notFound else { throw error }
        missing.insert(file.sha)
      }
    }
    return missing.isEmpty ? .all(files) : .lacks(missing.sorted())
  }

  /// Returns the repository in a local folder, bare or below a working copy, or nil.
  static func local(_ folder: String) -> Repository? {
    [folder, "\(folder)/.git"].first { access("\($0)/HEAD", F_OK) == 0 }
      .map(Repository.init(path:))
  }
}
